package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.sandbox.ProductHome;
import dev.mssqlcdc.sandbox.Sandbox;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * How fast the connector empties a backlog of change rows into Kafka, against Debezium in the same
 * Connect worker with the same producer settings, and against a plain JDBC read of the same rows.
 */
final class ConnectorBenchmark implements Benchmark {

  private static final int ROWS = 500_000;
  private static final String RECORDS = "backlog_records_per_s";
  private static final String CPU = "backlog_cpu_s_per_million";

  private final Sandbox sandbox;
  private int runs;

  ConnectorBenchmark() {
    Path peers = ProductHome.find().resolve("benchmarks/target/peers");
    sandbox =
        Sandbox.start(
            List.of(peers),
            Sandbox.Part.KAFKA,
            Sandbox.Part.REGISTRY,
            Sandbox.Part.SQL_SERVER,
            Sandbox.Part.CONNECT);
  }

  @Override
  public Map<String, String> units() {
    return Map.of(RECORDS, "records/s", CPU, "CPU s of the worker");
  }

  @Override
  public Map<Role, Contender> contenders() {
    Map<Role, Contender> contenders = new LinkedHashMap<>();
    contenders.put(Role.OURS, () -> drain(BenchConnector::ours));
    contenders.put(
        Role.PEER,
        () -> drain(database -> BenchConnector.debezium(database, sandbox.bootstrapServers())));
    contenders.put(Role.FLOOR, this::read);
    return contenders;
  }

  private Map<String, Double> drain(Function<String, BenchConnector> connector) throws Exception {
    try (ChangeTable table = newTable();
        ConnectorRun run =
            ConnectorRun.prepare(sandbox, connector.apply(table.database()), table::insertFirst)) {
      table.load(ROWS);
      Drain drained = run.drain(ROWS);
      return Map.of(RECORDS, drained.recordsPerSecond(), CPU, drained.workerSecondsPerMillion());
    }
  }

  private Map<String, Double> read() throws Exception {
    try (ChangeTable table = newTable()) {
      table.load(ROWS);
      return Map.of(RECORDS, table.read());
    }
  }

  private ChangeTable newTable() throws Exception {
    return ChangeTable.create(sandbox.sqlServer(), "bench" + ++runs);
  }

  @Override
  public void close() {
    sandbox.close();
  }
}
