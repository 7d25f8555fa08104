package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.sandbox.ProductHome;
import dev.mssqlcdc.sandbox.Sandbox;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A sandbox whose Connect worker has both connectors, with databases for them to read. */
final class Workbench implements AutoCloseable {

  private static final Path PEERS = Path.of("benchmarks/target/peers");

  private final Sandbox sandbox;
  private int databases;

  private Workbench(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  static Workbench start() {
    return new Workbench(
        Sandbox.start(
            List.of(ProductHome.find().resolve(PEERS.toString())),
            Sandbox.Part.KAFKA,
            Sandbox.Part.REGISTRY,
            Sandbox.Part.SQL_SERVER,
            Sandbox.Part.CONNECT));
  }

  Sandbox sandbox() {
    return sandbox;
  }

  SourceDatabase newDatabase(int tables) throws SQLException {
    return SourceDatabase.create(sandbox.sqlServer(), "bench" + ++databases, tables);
  }

  /** A database with rows that were there before capture. */
  SourceDatabase newFilledDatabase(int tables, int rowsOfEach) throws SQLException {
    return SourceDatabase.create(sandbox.sqlServer(), "bench" + ++databases, tables, rowsOfEach);
  }

  /** Debezium for the worker, with its schema history in Kafka. */
  BenchConnector debezium(SourceDatabase database) {
    return BenchConnector.debezium(
        database,
        Map.of(
            "schema.history.internal.kafka.bootstrap.servers",
            sandbox.bootstrapServers(),
            "schema.history.internal.kafka.topic",
            database.name() + "-history"));
  }

  /**
   * Has a connector empty a backlog of one table.
   *
   * @param rowsOfTransaction how many rows of the backlog were committed at once
   */
  Drain drain(Function<SourceDatabase, BenchConnector> connector, int rows, int rowsOfTransaction)
      throws Exception {
    try (SourceDatabase database = newDatabase(1);
        ConnectorRun run =
            ConnectorRun.prepare(sandbox, connector.apply(database), database::insertFirst)) {
      database.load(rows, rowsOfTransaction, 1);
      return run.drain(rows);
    }
  }

  @Override
  public void close() {
    sandbox.close();
  }
}
