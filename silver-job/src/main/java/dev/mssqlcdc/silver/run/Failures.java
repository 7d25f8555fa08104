package dev.mssqlcdc.silver.run;

import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.silver.plan.SilverException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a failure says to people. */
public final class Failures {

  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  /** What came of a table that could not be applied, after a word in the log. */
  public static Outcome outcome(TableView table, Exception e) {
    log(LOG, table.name(), e);
    return Outcome.without(Action.FAILED, explain(e), table.control().state());
  }

  /** Logs a failure, with its trace where the message does not say all there is to say. */
  public static void log(Logger log, String what, Exception e) {
    log.error("{}: {}", what, explain(e), explained(e).isPresent() ? null : e);
  }

  public static String explain(Exception e) {
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
