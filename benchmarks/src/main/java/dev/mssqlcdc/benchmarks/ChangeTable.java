package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.sandbox.SqlServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A database with one table of 8 columns and its change table. */
final class ChangeTable implements AutoCloseable {

  private static final double NANOS = 1e9;
  private static final Duration SESSIONS_END = Duration.ofSeconds(30);

  private final SqlServer server;
  private final String database;
  private final Connection connection;
  private int loaded;
  private int firsts;

  private ChangeTable(SqlServer server, String database, Connection connection) {
    this.server = server;
    this.database = database;
    this.connection = connection;
  }

  static ChangeTable create(SqlServer server, String database) throws SQLException {
    try (Connection master = connect(server, "master")) {
      execute(master, "CREATE DATABASE " + database);
    }
    ChangeTable table = new ChangeTable(server, database, connect(server, database));
    execute(
        table.connection,
        "EXEC sys.sp_cdc_enable_db",
        "CREATE TABLE dbo.bench (id int NOT NULL PRIMARY KEY, a int, b bigint, c varchar(20),"
            + " d nvarchar(20), e decimal(10,2), f datetime2(3), g float)",
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'bench',"
            + " @role_name = NULL",
        "EXEC sys.sp_cdc_scan");
    return table;
  }

  private static Connection connect(SqlServer server, String database) throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl(database), server.user(), server.password());
  }

  private static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  String database() {
    return database;
  }

  /** Inserts one row under a key of its own below those of {@link #load}. */
  void insertFirst() throws SQLException {
    execute(
        connection, "INSERT INTO dbo.bench (id) VALUES (" + --firsts + ")", "EXEC sys.sp_cdc_scan");
  }

  /** Inserts rows and waits until they are captured; returns rows per second. */
  double load(int rows) throws SQLException {
    loaded += rows;
    long start = System.nanoTime();
    execute(
        connection,
        "INSERT INTO dbo.bench SELECT value, value % 1000, value * CAST(10000 AS bigint),"
            + " CONCAT('v', value), CONCAT(N'n', value), value / 4.0,"
            + " DATEADD(second, value, '2024-01-02T03:04:05.678'), value / 2.5e0"
            + " FROM GENERATE_SERIES(1, "
            + rows
            + ")",
        "EXEC sys.sp_cdc_scan");
    return rows / seconds(start);
  }

  /** Reads every column of every change row; returns rows per second. */
  double read() throws SQLException {
    long start = System.nanoTime();
    int rows = 0;
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT * FROM cdc.dbo_bench_CT")) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        for (int i = 1; i <= columns; i++) {
          result.getObject(i);
        }
        rows++;
      }
    }
    if (rows != loaded - firsts) {
      throw new IllegalStateException(rows + " change rows read instead of " + (loaded - firsts));
    }
    return rows / seconds(start);
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / NANOS;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
    try (Connection master = connect(server, "master")) {
      Await.until(
          "the connector's sessions end",
          SESSIONS_END,
          () -> {
            execute(master, "DROP DATABASE " + database);
            return true;
          });
    }
  }
}
