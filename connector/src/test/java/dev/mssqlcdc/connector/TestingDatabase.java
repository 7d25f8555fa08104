package dev.mssqlcdc.connector;

import dev.mssqlcdc.schemas.Lsn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A database with change data capture on the stand-in, of a test's own, reached by the real driver.
 */
final class TestingDatabase implements AutoCloseable {

  private static final AtomicInteger COUNT = new AtomicInteger();

  private final String name;
  private final Connection connection;

  /** A new database in which change data capture is enabled. */
  static TestingDatabase create() throws SQLException {
    TestingDatabase database = createWithoutCdc();
    database.execute("EXEC sys.sp_cdc_enable_db");
    return database;
  }

  static TestingDatabase createWithoutCdc() throws SQLException {
    String name = "test" + COUNT.incrementAndGet();
    TestingServer.createDatabase(name);
    return new TestingDatabase(name, TestingServer.connect(name));
  }

  private TestingDatabase(String name, Connection connection) {
    this.name = name;
    this.connection = connection;
  }

  String name() {
    return name;
  }

  void execute(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** All statements in one transaction. */
  void transaction(String... statements) throws SQLException {
    connection.setAutoCommit(false);
    execute(statements);
    connection.commit();
    connection.setAutoCommit(true);
  }

  void insert(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }

  /** Reads one row of a result. */
  @FunctionalInterface
  interface Row {
    void read(ResultSet row) throws SQLException;
  }

  void query(String sql, Row row) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        row.read(result);
      }
    }
  }

  /** Enables a capture instance of the default name, {@code <schema>_<table>}. */
  void track(String schema, String table) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "EXEC sys.sp_cdc_enable_table @source_schema = ?, @source_name = ?, @role_name = NULL")) {
      statement.setString(1, schema);
      statement.setString(2, table);
      statement.execute();
    }
    capture();
  }

  /** Captures all that is committed, and returns how far capture then is. */
  Lsn capture() throws SQLException {
    execute("EXEC sys.sp_cdc_scan");
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT sys.fn_cdc_get_max_lsn()")) {
      result.next();
      byte[] lsn = result.getBytes(1);
      return lsn == null ? Lsn.ZERO : Lsn.of(lsn);
    }
  }

  /** The settings of a connector that reads the tables matching a pattern, as fast as it can. */
  Map<String, String> settings(String tables) {
    Map<String, String> settings = new HashMap<>();
    settings.put("database.hostname", TestingServer.HOST);
    settings.put("database.port", String.valueOf(TestingServer.port()));
    settings.put("database.user", TestingServer.USER);
    settings.put("database.password", TestingServer.PASSWORD);
    settings.put("database.names", name);
    settings.put("database.encrypt", "false");
    settings.put("topic.prefix", "p");
    settings.put("table.include.list", tables);
    settings.put("poll.interval.ms", "10");
    settings.put("progress.interval.ms", "0");
    return settings;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
