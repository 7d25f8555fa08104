package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.sandbox.Sandbox;
import java.util.Map;

/**
 * Whether the SQL Server stand-in is fast enough to measure others against: a plain JDBC read of a
 * change table, the load of one by INSERT ... SELECT until its changes are captured, and the part
 * that it takes of all CPU while the connector reads that change table into Kafka.
 */
final class StandinBenchmark implements Benchmark {

  private static final int ROWS = 1_000_000;
  private static final String READ = "jdbc_read_rows_per_s";
  private static final String LOAD = "change_load_rows_per_s";
  private static final String CPU = "standin_cpu_share";

  private final Sandbox sandbox;
  private int runs;

  StandinBenchmark(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  /** What it needs; whoever calls closes it. */
  static Sandbox sandbox() {
    return Sandbox.start(
        Sandbox.Part.KAFKA, Sandbox.Part.REGISTRY, Sandbox.Part.SQL_SERVER, Sandbox.Part.CONNECT);
  }

  @Override
  public Map<String, String> units() {
    return Map.of(READ, "rows/s", LOAD, "change rows/s", CPU, "of all CPU");
  }

  @Override
  public Map<Role, Contender> contenders() {
    return Map.of(Role.OURS, this::measure);
  }

  private Map<String, Double> measure() throws Exception {
    try (SourceDatabase table = SourceDatabase.create(sandbox.sqlServer(), "bench" + ++runs, 1);
        ConnectorRun connector =
            ConnectorRun.prepare(sandbox, BenchConnector.ours(table), table::insertFirst)) {
      double loaded = table.load(ROWS);
      double read = table.read();
      double share = connector.drain(ROWS).standinShare();
      return Map.of(READ, read, LOAD, loaded, CPU, share);
    }
  }

  @Override
  public void close() {}
}
