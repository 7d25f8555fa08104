package dev.mssqlcdc.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long after its commit a change of a table can be read from Kafka, at 200 commits a second,
 * while the same table's snapshot is read. The peer streams no changes before its snapshot is over.
 */
final class SnapshotDelayBenchmark implements Benchmark {

  private static final String SLOW = "stream_delay_p99_ms";
  private static final int COMMITS_PER_SECOND = 200;
  private static final int WARM_UP = 200;
  private static final int COUNTED = 800;
  private static final String MARK = "delay";

  private final Workbench bench;
  private final int rows;

  SnapshotDelayBenchmark(Workbench bench, int rows) {
    this.bench = bench;
    this.rows = rows;
  }

  @Override
  public Map<String, String> units() {
    Map<String, String> units = new LinkedHashMap<>();
    units.put(SLOW, "ms, of the table that is being read");
    return units;
  }

  @Override
  public Map<Role, Contender> contenders() {
    return Map.of(Role.OURS, this::measure);
  }

  private Map<String, Double> measure() throws Exception {
    try (SourceDatabase database = bench.newFilledDatabase(1, rows)) {
      BenchConnector connector = BenchConnector.ours(database).reading().with(DelayBenchmark.SWIFT);
      try (ConnectorRun run = ConnectorRun.of(bench.sandbox(), connector)) {
        run.start();
        return Map.of(SLOW, delay(database, run));
      }
    }
  }

  private double delay(SourceDatabase database, ConnectorRun run) throws Exception {
    try (ChangeTopic topic = run.firstTopic();
        Connection connection = database.connect();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO dbo.t1 (id, c) VALUES (?, '%s')".formatted(MARK))) {
      var readAtTheEnd = new AtomicLong();
      List<Double> millis =
          Delays.measure(
              commit -> {
                insert.setInt(1, rows + commit);
                insert.executeUpdate();
                readAtTheEnd.set(topic.unmarked());
              },
              WARM_UP + COUNTED,
              COMMITS_PER_SECOND,
              () -> topic.marked(MARK));
      if (readAtTheEnd.get() >= rows) {
        throw new IllegalStateException("the snapshot was over before the last commit");
      }
      return Quantiles.percentile(millis.subList(WARM_UP, millis.size()), 99);
    }
  }

  /** Hundreds of samples in one run. */
  @Override
  public Plan plan(int runs) {
    return new Plan(0, Math.min(runs, 3));
  }

  @Override
  public void close() {}
}
