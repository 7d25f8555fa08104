package dev.mssqlcdc.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * How long after its commit a change can be read from Kafka, at 200 commits a second; the floor is
 * when it can be read from the change table, which is the capture's part.
 */
final class DelayBenchmark implements Benchmark {

  private static final String MEDIAN = "delay_p50_ms";
  private static final String SLOW = "delay_p99_ms";
  private static final int COMMITS_PER_SECOND = 200;
  private static final Duration WARM_UP = Duration.ofSeconds(5);

  /** For low delay instead of high throughput, for whoever is measured. */
  static final Map<String, String> SWIFT =
      Map.of("poll.interval.ms", "50", "producer.override.linger.ms", "0");

  private final Workbench bench;
  private final Duration measured;

  DelayBenchmark(Workbench bench, Duration measured) {
    this.bench = bench;
    this.measured = measured;
  }

  @Override
  public Map<String, String> units() {
    Map<String, String> units = new LinkedHashMap<>();
    units.put(MEDIAN, "ms; floor: in the change table");
    units.put(SLOW, "ms; floor: in the change table");
    return units;
  }

  @Override
  public Map<Role, Contender> contenders() {
    Map<Role, Contender> contenders = new LinkedHashMap<>();
    contenders.put(Role.OURS, () -> intoKafka(BenchConnector::ours));
    contenders.put(Role.PEER, () -> intoKafka(bench::debezium));
    contenders.put(Role.FLOOR, this::intoChangeTable);
    return contenders;
  }

  private Map<String, Double> intoKafka(Function<SourceDatabase, BenchConnector> made)
      throws Exception {
    try (SourceDatabase database = bench.newDatabase(1)) {
      BenchConnector connector = made.apply(database).with(SWIFT);
      try (ConnectorRun run =
              ConnectorRun.begin(
                  bench.sandbox(), connector, connector.topics(), database::insertFirst);
          ChangeTopic topic = run.firstTopic()) {
        return measure(database, topic::rows);
      }
    }
  }

  private Map<String, Double> intoChangeTable() throws Exception {
    try (SourceDatabase database = bench.newDatabase(1);
        Connection connection = database.connect();
        PreparedStatement count =
            connection.prepareStatement("SELECT COUNT(*) FROM cdc.dbo_t1_CT")) {
      return measure(database, () -> value(count));
    }
  }

  private static long value(PreparedStatement query) throws SQLException {
    try (ResultSet rows = query.executeQuery()) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private Map<String, Double> measure(SourceDatabase database, Callable<Long> visible)
      throws Exception {
    List<Double> millis =
        Delays.ofInserts(database, WARM_UP, measured, COMMITS_PER_SECOND, visible);
    return Map.of(MEDIAN, Quantiles.percentile(millis, 50), SLOW, Quantiles.percentile(millis, 99));
  }

  /** Thousands of samples in one run. */
  @Override
  public Plan plan(int runs) {
    return new Plan(0, 1);
  }

  @Override
  public void close() {}
}
