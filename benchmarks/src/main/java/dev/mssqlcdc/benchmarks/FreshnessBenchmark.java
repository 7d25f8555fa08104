package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.benchmarks.writer.CommittedRows;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How long after its commit to the source a change can be read from bronze, at 100 commits a second
 * through the whole chain, with {@code flush.interval.ms} 1000.
 */
final class FreshnessBenchmark implements Benchmark {

  private static final String SLOW = "freshness_p99_ms";
  private static final int COMMITS_PER_SECOND = 100;
  private static final Duration WARM_UP = Duration.ofSeconds(10);
  private static final String NAME = "fresh-writer";

  private final Workbench bench;
  private final Duration measured;

  FreshnessBenchmark(Workbench bench, Duration measured) {
    this.bench = bench;
    this.measured = measured;
  }

  @Override
  public Map<String, String> units() {
    return Map.of(SLOW, "ms from commit to bronze");
  }

  @Override
  public Map<Role, Contender> contenders() {
    return Map.of(Role.OURS, this::measure);
  }

  private Map<String, Double> measure() throws Exception {
    try (SourceDatabase database = bench.newDatabase(1)) {
      BenchConnector connector = BenchConnector.ours(database);
      try (ConnectorRun run =
              ConnectorRun.begin(
                  bench.sandbox(), connector, connector.topics(), database::insertFirst);
          BenchWriter writer =
              BenchWriter.start(
                  bench.sandbox(), NAME, connector.name(), Map.of("flush.interval.ms", "1000"))) {
        CommittedRows bronze = writer.bronze("dbo." + database.tables().get(0));
        run.await("has a first row in bronze", () -> bronze.count() > 0);
        List<Double> millis =
            Delays.ofInserts(database, WARM_UP, measured, COMMITS_PER_SECOND, bronze::count);
        return Map.of(SLOW, Quantiles.percentile(millis, 99));
      }
    }
  }

  /** Thousands of samples in one run. */
  @Override
  public Plan plan(int runs) {
    return new Plan(0, 1);
  }

  @Override
  public void close() {}
}
