package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.ReadSettings;
import dev.mssqlcdc.connector.jdbc.Source;

/** A connection of its own that reads a range or a chunk at a time. */
final class Lane implements AutoCloseable {

  private final Source source;
  private final TableFailures failures;
  private final SnapshotFailures snapshotFailures;
  private final RangeRead rangeRead;
  private final ChunkRead chunkRead;

  /**
   * @param source used by this lane alone, and closed by it
   */
  Lane(Source source, ReadSettings settings, ServerClock clock) {
    this.source = source;
    this.failures = TableFailures.ofLane(settings.maxRetries(), source.access());
    this.snapshotFailures = new SnapshotFailures(source.access());
    this.rangeRead = new RangeRead(source, settings, clock);
    this.chunkRead = new ChunkRead(source, settings, clock);
  }

  /** Something that a lane does for one table. */
  @FunctionalInterface
  interface Job {
    void run(Lane lane) throws InterruptedException;
  }

  /**
   * Reads a table's next range. A failure that is the table's own ends here.
   *
   * @throws dev.mssqlcdc.connector.core.SourceException when the failure concerns every table
   */
  void read(PlannedRange range) throws InterruptedException {
    try {
      failures.attempt(range.table(), () -> rangeRead.run(range));
    } finally {
      // also after a failure: what was read is handed on, and nobody else reads the table now
      range.table().flush();
    }
  }

  /**
   * Reads the next chunk of a table's snapshot. A failure that is the table's own ends here.
   *
   * @throws dev.mssqlcdc.connector.core.SourceException when the failure concerns every table
   */
  void readChunk(TableState table) throws InterruptedException {
    try {
      snapshotFailures.attempt(table, () -> chunkRead.run(table));
    } finally {
      table.flush();
    }
  }

  /** Whatever it is doing. */
  @Override
  public void close() {
    source.connection().abort();
  }
}
