package dev.mssqlcdc.silver;

import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.silver.plan.SilverException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What a failure says to people. */
final class Failures {

  private Failures() {}

  /** Whether the message says all there is to say; else the trace is wanted. */
  static boolean isExplained(Exception e) {
    return explained(e).isPresent();
  }

  static String explain(Exception e) {
    return explained(e)
        .map(Throwable::getMessage)
        .orElseGet(() -> e.getClass().getSimpleName() + ": " + e.getMessage());
  }

  /** Ours may have happened in a task of Spark's, whose own failure says where. */
  private static Optional<Throwable> explained(Exception e) {
    return Stream.<Throwable>iterate(e, Objects::nonNull, Throwable::getCause)
        .filter(cause -> cause instanceof SilverException || cause instanceof LakeException)
        .findFirst();
  }
}
