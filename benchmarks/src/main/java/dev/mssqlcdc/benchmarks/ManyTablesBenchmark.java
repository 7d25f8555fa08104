package dev.mssqlcdc.benchmarks;

import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Many captured tables and one task: what it asks of the server while nothing changes, and how fast
 * it empties a backlog of the few that are busy.
 */
final class ManyTablesBenchmark implements Benchmark {

  private static final int TABLES = 500;
  private static final int BUSY = 5;
  private static final String STATEMENTS = "idle500_statements_per_s";
  private static final String RECORDS = "busy5of500_records_per_s";

  /** As the server itself counts: batches and calls, of every session. */
  private static final String REQUESTS =
      "SELECT cntr_value FROM sys.dm_os_performance_counters"
          + " WHERE counter_name = 'Batch Requests/sec'";

  /** The default of both. */
  private static final String POLL_MILLIS = "500";

  /** Longer than the interval at which quiet tables announce their progress. */
  private static final Duration SETTLED = Duration.ofSeconds(12);

  private static final int ROWS_OF_TRANSACTION = 100;

  private final Workbench bench;
  private final int rows;
  private final Duration idle;
  private final SourceDatabase database;

  /**
   * @param rows of the busy tables together
   * @param idle how long to count
   */
  ManyTablesBenchmark(Workbench bench, int rows, Duration idle) throws SQLException {
    this.bench = bench;
    this.rows = rows;
    this.idle = idle;
    this.database = bench.newDatabase(TABLES);
  }

  @Override
  public Map<String, String> units() {
    Map<String, String> units = new LinkedHashMap<>();
    units.put(STATEMENTS, "statements/s");
    units.put(RECORDS, "records/s");
    return units;
  }

  @Override
  public Map<Role, Contender> contenders() {
    Map<Role, Contender> contenders = new LinkedHashMap<>();
    contenders.put(Role.OURS, () -> measure(BenchConnector::ours));
    contenders.put(Role.PEER, () -> measure(bench::debezium));
    return contenders;
  }

  private Map<String, Double> measure(Function<SourceDatabase, BenchConnector> made)
      throws Exception {
    BenchConnector connector = made.apply(database).with(Map.of("poll.interval.ms", POLL_MILLIS));
    String lastTable = database.tables().get(TABLES - 1);
    // the tables begin in their order: once the last has sent a change, all have begun
    try (ConnectorRun run =
        ConnectorRun.begin(
            bench.sandbox(),
            connector,
            connector.topics().subList(TABLES - 1, TABLES),
            () -> database.insertFirst(lastTable))) {
      // SQL Server writes an idle entry every five minutes, the stand-in every second: none comes
      database.execute("EXEC standin.pause_capture");
      double statements = countIdle();
      database.insert(rows / BUSY, ROWS_OF_TRANSACTION, BUSY);
      Drain drained =
          run.drain(
              connector.topics().subList(0, BUSY),
              rows,
              () -> database.execute("EXEC standin.resume_capture"));
      return Map.of(STATEMENTS, statements, RECORDS, drained.recordsPerSecond());
    }
  }

  private double countIdle() throws SQLException, InterruptedException {
    Thread.sleep(SETTLED.toMillis());
    long before = requests();
    Thread.sleep(idle.toMillis());
    long asked = requests() - before - 1;
    return asked / (double) idle.toSeconds();
  }

  private long requests() throws SQLException {
    return database.number(REQUESTS);
  }

  @Override
  public Plan plan(int runs) {
    return new Plan(0, 1);
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }
}
