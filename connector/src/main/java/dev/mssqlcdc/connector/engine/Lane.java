package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.ReadSettings;
import dev.mssqlcdc.connector.jdbc.Source;

/** A connection of its own that reads ranges, one at a time. */
final class Lane implements AutoCloseable {

  private final Source source;
  private final TableFailures failures;
  private final RangeRead rangeRead;

  /**
   * @param source used by this lane alone, and closed by it
   */
  Lane(Source source, ReadSettings settings, ServerClock clock) {
    this.source = source;
    this.failures = TableFailures.ofLane(settings.maxRetries(), source.access());
    this.rangeRead = new RangeRead(source, settings, clock);
  }

  /**
   * Reads a range; a failure that is the table's own ends here.
   *
   * @throws dev.mssqlcdc.connector.core.SourceException when the failure concerns every table
   */
  void read(PlannedRange range) throws InterruptedException {
    TableState table = range.table();
    try {
      failures.attempt(table, () -> rangeRead.run(range));
    } finally {
      // also after a failure: what was read is handed on, and nobody else reads the table now
      table.flush();
    }
  }

  /** Whatever it is doing. */
  @Override
  public void close() {
    source.connection().abort();
  }
}
