package dev.mssqlcdc.silver;

import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.silver.plan.SilverException;

/** What a failure says to people. */
final class Failures {

  private Failures() {}

  /** Whether the message says all there is to say; else the trace is wanted. */
  static boolean isExplained(RuntimeException e) {
    return e instanceof SilverException || e instanceof LakeException;
  }

  static String explain(RuntimeException e) {
    return isExplained(e) ? e.getMessage() : e.getClass().getSimpleName() + ": " + e.getMessage();
  }
}
