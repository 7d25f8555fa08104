package dev.mssqlcdc.standin;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A server with fresh databases, reached through Microsoft's driver. */
final class TestingStandin implements AutoCloseable {
  static final String CHANGES =
      "SELECT __$operation, %s FROM cdc.[%s_CT]"
          + " ORDER BY __$start_lsn, __$command_id, __$seqval, __$operation";

  private final StandinServer server;
  private final AtomicInteger databases = new AtomicInteger();

  /** Capture runs only when a test asks for it, and no idle entry comes between. */
  TestingStandin() {
    this(
        StandinOptions.defaults()
            .withCaptureInterval(Duration.ofHours(1))
            .withIdleInterval(Duration.ofHours(1)));
  }

  TestingStandin(StandinOptions options) {
    server = StandinServer.start(options);
  }

  StandinServer server() {
    return server;
  }

  /** Makes a database; returns its name. */
  String newDatabase() {
    String name = "test" + databases.incrementAndGet();
    server.createDatabase(name);
    return name;
  }

  /** Makes a database with CDC enabled; returns its name. */
  String newCdcDatabase() throws SQLException {
    String name = newDatabase();
    try (Connection connection = connect(name)) {
      execute(connection, "EXEC sys.sp_cdc_enable_db");
    }
    return name;
  }

  Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl(database), server.user(), server.password());
  }

  static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  static int update(Connection connection, String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, parameters);
      return statement.executeUpdate();
    }
  }

  /** The rows of a query, each as its values joined by a bar; binary as hex, NULL as null. */
  static List<String> rows(Connection connection, String sql, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, parameters);
      try (ResultSet rows = statement.executeQuery()) {
        List<String> result = new ArrayList<>();
        while (rows.next()) {
          StringBuilder row = new StringBuilder();
          for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            row.append(i == 1 ? "" : "|").append(rows.getString(i));
          }
          result.add(row.toString());
        }
        return result;
      }
    }
  }

  static String one(Connection connection, String sql, Object... parameters) throws SQLException {
    return rows(connection, sql, parameters).get(0);
  }

  /** The operation and some columns of all change rows, in the order of the changes. */
  static List<String> changes(Connection connection, String instance, String columns)
      throws SQLException {
    return rows(connection, CHANGES.formatted(columns, instance));
  }

  static void enable(Connection connection, String table) throws SQLException {
    execute(
        connection,
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'"
            + table
            + "', @role_name = NULL");
  }

  static void scan(Connection connection) throws SQLException {
    execute(connection, "EXEC sys.sp_cdc_scan");
  }

  private static void bind(PreparedStatement statement, Object... parameters) throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
