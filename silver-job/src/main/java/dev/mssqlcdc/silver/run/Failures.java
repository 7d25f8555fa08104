package dev.mssqlcdc.silver.run;

import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.silver.plan.SilverException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a failure says to people. */
public final class Failures {

  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  /** Whether the message says all there is to say; else the trace is wanted. */
  public static boolean isExplained(RuntimeException e) {
    return e instanceof SilverException || e instanceof LakeException;
  }

  /** What came of a table that could not be applied, after a word in the log. */
  public static Outcome outcome(TableView table, RuntimeException e) {
    LOG.error("{}: {}", table.name(), e.getMessage(), isExplained(e) ? null : e);
    return Outcome.without(Action.FAILED, explain(e), table.control().state());
  }

  public static String explain(RuntimeException e) {
    return isExplained(e) ? e.getMessage() : e.getClass().getSimpleName() + ": " + e.getMessage();
  }
}
