package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.SnapshotOffset;
import dev.mssqlcdc.connector.core.SnapshotPurpose;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.SourceException.Kind;
import dev.mssqlcdc.connector.jdbc.Access;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a snapshot's failure from its table's changes. What may pass is tried again without end: a
 * lock is released some day, and until then nothing is lost. What does not pass stops the snapshot
 * until the task is restarted or somebody asks for one or, if it was a request, for good.
 */
final class SnapshotFailures {

  private static final Logger LOG = LoggerFactory.getLogger(SnapshotFailures.class);

  private final MissingRights rights;
  private final RandomGenerator random = RandomGenerator.getDefault();

  SnapshotFailures(Access access) {
    this.rights = new MissingRights(access);
  }

  /**
   * Does the work; a failure that is the table's own ends here.
   *
   * @throws SourceException when the failure concerns every table
   */
  void attempt(TableState table, TableFailures.Work work) throws InterruptedException {
    try {
      work.run();
    } catch (SourceException e) {
      if (e.isTransient()) {
        tryAgain(table, e);
      } else if (e.isTaskWide()) {
        throw e;
      } else {
        stop(table, rights.explain(table, e));
      }
    } catch (RuntimeException e) {
      stop(table, TableFailures.fault(table, e));
    }
  }

  private void tryAgain(TableState table, SourceException e) {
    int failures = table.turn().failed(table.gauges().rows());
    long delay = Reader.BACKOFF.delayMillis(failures, random);
    LOG.warn(
        "Table {}: attempt {} to read snapshot {} failed, the next is in {} ms, and the table's changes go on meanwhile: {}. What to do: {}",
        table.id(),
        failures,
        table.snapshot().id(),
        delay,
        e.getMessage(),
        e.remedy());
    if (isLost(table)) {
      table.snapshot(table.snapshot().again());
    }
    table.turn().pauseUntil(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delay));
    table.gauges().retried();
  }

  private static void stop(TableState table, SourceException e) throws InterruptedException {
    SnapshotOffset failed = table.snapshot();
    SnapshotPurpose purpose = failed.purpose();
    String remedy = remedy(purpose, e);
    LOG.error(
        "Table {}: snapshot {} stops, and the table's changes go on. {}. What to do: {}",
        table.id(),
        failed.id(),
        e.getMessage(),
        remedy,
        e.kind() == Kind.OTHER ? e : null);
    table.turn().suspend();
    SnapshotEvents.emitStopped(table, afterStop(table), e.getMessage(), remedy);
  }

  /** One that nobody asked for goes on, where it can, when the task is restarted. */
  private static SnapshotOffset afterStop(TableState table) {
    SnapshotOffset failed = table.snapshot();
    if (failed.purpose().reason() == SnapshotPurpose.Reason.REQUEST) {
      return failed.stopped();
    }
    return isLost(table) ? failed.again() : failed;
  }

  private static boolean isLost(TableState table) {
    return table.snapshot().isLost(table.definition().key().isEmpty());
  }

  private static String remedy(SnapshotPurpose purpose, SourceException e) {
    if (!purpose.isPartial()) {
      return e.remedy();
    }
    String filter =
        purpose.followsSettings()
            ? "snapshot.select.statement.overrides of the table"
            : "the predicate of request " + purpose.request();
    return e.remedy() + "; the server was given " + filter;
  }
}
