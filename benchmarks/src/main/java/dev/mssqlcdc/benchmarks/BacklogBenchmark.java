package dev.mssqlcdc.benchmarks;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * How fast the connector empties a backlog of change rows into Kafka, against Debezium in the same
 * Connect worker with the same producer settings, and against a plain JDBC read of the same rows.
 */
final class BacklogBenchmark implements Benchmark {

  /** Of each transaction of the backlog. */
  static final int ROWS_OF_TRANSACTION = 1_000;

  private static final String RECORDS = "backlog_records_per_s";
  private static final String CPU = "backlog_cpu_s_per_million";

  private final Workbench bench;
  private final int rows;
  private final Map<Role, String> shares = new EnumMap<>(Role.class);

  BacklogBenchmark(Workbench bench, int rows) {
    this.bench = bench;
    this.rows = rows;
  }

  @Override
  public Map<String, String> units() {
    Map<String, String> units = new LinkedHashMap<>();
    units.put(RECORDS, "records/s");
    units.put(CPU, "CPU s of the worker");
    return units;
  }

  @Override
  public Map<Role, Contender> contenders() {
    Map<Role, Contender> contenders = new LinkedHashMap<>();
    contenders.put(Role.OURS, () -> drain(Role.OURS, BenchConnector::ours));
    contenders.put(Role.PEER, () -> drain(Role.PEER, bench::debezium));
    contenders.put(Role.FLOOR, this::read);
    return contenders;
  }

  private Map<String, Double> drain(Role role, Function<SourceDatabase, BenchConnector> connector)
      throws Exception {
    Drain drained = bench.drain(connector, rows, ROWS_OF_TRANSACTION);
    shares.put(role, drained.shares());
    return Map.of(RECORDS, drained.recordsPerSecond(), CPU, drained.workerSecondsPerMillion());
  }

  private Map<String, Double> read() throws Exception {
    try (SourceDatabase database = bench.newDatabase(1)) {
      database.load(rows, ROWS_OF_TRANSACTION, 1);
      return Map.of(RECORDS, database.read());
    }
  }

  @Override
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    shares.forEach(
        (role, words) ->
            notes.add("backlog, the worker's CPU, last run of %s: %s".formatted(role, words)));
    return notes;
  }

  @Override
  public void close() {}
}
