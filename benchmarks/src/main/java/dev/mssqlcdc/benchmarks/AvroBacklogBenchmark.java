package dev.mssqlcdc.benchmarks;

import java.util.Map;

/** The backlog again, by Debezium with this product's Avro converter, for comparison. */
final class AvroBacklogBenchmark implements Benchmark {

  private static final String RECORDS = "backlog_avro_records_per_s";

  private final Workbench bench;
  private final int rows;

  AvroBacklogBenchmark(Workbench bench, int rows) {
    this.bench = bench;
    this.rows = rows;
  }

  @Override
  public Map<String, String> units() {
    return Map.of(RECORDS, "records/s");
  }

  @Override
  public Map<Role, Contender> contenders() {
    return Map.of(Role.PEER, this::drain);
  }

  private Map<String, Double> drain() throws Exception {
    Drain drained =
        bench.drain(
            database -> bench.debezium(database).inAvro(),
            rows,
            BacklogBenchmark.ROWS_OF_TRANSACTION);
    return Map.of(RECORDS, drained.recordsPerSecond());
  }

  @Override
  public Plan plan(int runs) {
    return new Plan(1, 1);
  }

  @Override
  public void close() {}
}
