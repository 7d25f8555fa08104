package dev.mssqlcdc.benchmarks;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * How fast the rows of tables come into Kafka when a connector begins, and how much of the worker's
 * heap that takes: of one table, and of two at once that hold the same rows together.
 */
final class SnapshotBenchmark implements Benchmark {

  private static final String ONE = "rows_per_s_1lane";
  private static final String TWO = "rows_per_s_2lanes";
  private static final String HEAP = "peak_heap_mb";

  private final Workbench bench;
  private final int rows;

  SnapshotBenchmark(Workbench bench, int rows) {
    this.bench = bench;
    this.rows = rows;
  }

  @Override
  public Map<String, String> units() {
    Map<String, String> units = new LinkedHashMap<>();
    units.put(ONE, "rows/s");
    units.put(TWO, "rows/s");
    units.put(HEAP, "MB in use after a collection");
    return units;
  }

  @Override
  public Map<Role, Contender> contenders() {
    Map<Role, Contender> contenders = new LinkedHashMap<>();
    contenders.put(Role.OURS, () -> measure(BenchConnector::ours, "read.connections"));
    contenders.put(Role.PEER, () -> measure(bench::debezium, "snapshot.max.threads"));
    return contenders;
  }

  /**
   * @param parallel the setting that says how many tables are read at once
   */
  private Map<String, Double> measure(
      Function<SourceDatabase, BenchConnector> connector, String parallel) throws Exception {
    Map<String, Double> figures = new HashMap<>();
    Drain one = drain(1, connector, Map.of(parallel, "1"));
    figures.put(ONE, one.recordsPerSecond());
    figures.put(HEAP, one.peakHeapMegabytes());
    figures.put(TWO, drain(2, connector, Map.of(parallel, "2")).recordsPerSecond());
    return figures;
  }

  private Drain drain(
      int tables, Function<SourceDatabase, BenchConnector> made, Map<String, String> parallel)
      throws Exception {
    try (SourceDatabase database = bench.newFilledDatabase(tables, rows / tables)) {
      BenchConnector connector = made.apply(database).reading().with(parallel);
      try (ConnectorRun run = ConnectorRun.of(bench.sandbox(), connector)) {
        return run.drain(connector.topics(), rows, run::start);
      }
    }
  }

  /** Millions of rows warm up by themselves. */
  @Override
  public Plan plan(int runs) {
    return new Plan(0, Math.min(runs, 3));
  }

  @Override
  public void close() {}
}
