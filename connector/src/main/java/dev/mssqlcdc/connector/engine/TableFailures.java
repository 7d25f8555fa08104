package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.Event;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.SourceException.Kind;
import dev.mssqlcdc.connector.core.StreamOffset;
import dev.mssqlcdc.connector.jdbc.Access;
import dev.mssqlcdc.schemas.EventDetail;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a table's failure from the others: it waits and tries again, or stops that table alone. */
final class TableFailures {

  private static final Logger LOG = LoggerFactory.getLogger(TableFailures.class);

  private final int maxRetries;
  private final MissingRights rights;
  private final Predicate<SourceException> concernsEveryTable;
  private final RandomGenerator random = RandomGenerator.getDefault();

  private TableFailures(
      int maxRetries, Access access, Predicate<SourceException> concernsEveryTable) {
    this.rights = new MissingRights(access);
    this.maxRetries = maxRetries;
    this.concernsEveryTable = concernsEveryTable;
  }

  /** Of what is done over the connection that serves every table. */
  static TableFailures ofPlanning(int maxRetries, Access access) {
    return new TableFailures(maxRetries, access, SourceException::isTaskWide);
  }

  /** Of what is done over a lane's connection, whose loss is the fault of what it was reading. */
  static TableFailures ofLane(int maxRetries, Access access) {
    return new TableFailures(maxRetries, access, e -> e.isTaskWide() && !e.isTransient());
  }

  /** Something done for one table. */
  @FunctionalInterface
  interface Work {
    void run() throws InterruptedException;
  }

  /**
   * Does the work; a failure that is the table's own ends here.
   *
   * @throws SourceException when the failure concerns every table
   */
  void attempt(TableState table, Work work) throws InterruptedException {
    try {
      work.run();
    } catch (SourceException e) {
      if (concernsEveryTable.test(e)) {
        throw e;
      }
      failed(table, e);
    } catch (RuntimeException e) {
      stop(table, fault(table, e));
    }
  }

  /** What to say of an exception that nobody expected. */
  static SourceException fault(TableState table, RuntimeException e) {
    return new SourceException(
        Kind.OTHER,
        "table %s failed above LSN %s: %s".formatted(table.id(), reached(table), e),
        "this is a fault of the connector: report it with the stack trace in the worker's log",
        e);
  }

  private void failed(TableState table, SourceException e) throws InterruptedException {
    int failures = table.failed();
    boolean mayPass = e.isTransient() || (e.kind() == Kind.MISSING_OBJECT && table.looksAgain());
    if (!mayPass || failures > maxRetries) {
      stop(table, rights.explain(table, e));
      return;
    }
    long delay = Reader.BACKOFF.delayMillis(failures, random);
    LOG.warn(
        "Table {}: attempt {} of {} failed, the next is in {} ms: {}",
        table.id(),
        failures,
        maxRetries + 1,
        delay,
        e.getMessage());
    table.pauseUntil(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delay));
  }

  private static void stop(TableState table, SourceException e) throws InterruptedException {
    table.enter(TableState.Phase.STOPPED);
    LOG.error(
        "Table {} stops above LSN {}; it goes on when the task is restarted. {}. What to do: {}",
        table.id(),
        reached(table),
        e.getMessage(),
        e.remedy(),
        e.kind() == Kind.OTHER ? e : null);
    if (table.hasPosition()) {
      table.emit(stopped(table.stream(), e), table.offset());
      table.flush();
    }
  }

  private static Event stopped(StreamOffset stream, SourceException e) {
    String id =
        "table_stopped/%s/%s/%08x"
            .formatted(stream.instance(), stream.position(), e.getMessage().hashCode());
    var detail = new EventDetail.TableStopped(e.getMessage(), e.remedy());
    return Event.plain(id, stream.reached(), stream.commitTs(), detail);
  }

  private static Object reached(TableState table) {
    return table.hasPosition() ? table.stream().reached() : "(none)";
  }
}
