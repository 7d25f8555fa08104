package dev.mssqlcdc.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** One large transaction into Kafka, and how much of the worker's heap it takes. */
final class BigTransactionBenchmark implements Benchmark {

  private static final String RECORDS = "bigtx_records_per_s";
  private static final String HEAP = "peak_heap_mb";

  private final Workbench bench;
  private final int rows;

  BigTransactionBenchmark(Workbench bench, int rows) {
    this.bench = bench;
    this.rows = rows;
  }

  @Override
  public Map<String, String> units() {
    Map<String, String> units = new LinkedHashMap<>();
    units.put(RECORDS, "records/s");
    units.put(HEAP, "MB in use after a collection");
    return units;
  }

  @Override
  public Map<Role, Contender> contenders() {
    Map<Role, Contender> contenders = new LinkedHashMap<>();
    contenders.put(Role.OURS, () -> drain(BenchConnector::ours));
    contenders.put(Role.PEER, () -> drain(bench::debezium));
    return contenders;
  }

  private Map<String, Double> drain(Function<SourceDatabase, BenchConnector> connector)
      throws Exception {
    Drain drained = bench.drain(connector, rows, rows);
    return Map.of(RECORDS, drained.recordsPerSecond(), HEAP, drained.peakHeapMegabytes());
  }

  /** A million records warm up by themselves. */
  @Override
  public Plan plan(int runs) {
    return new Plan(0, 1);
  }

  @Override
  public void close() {}
}
