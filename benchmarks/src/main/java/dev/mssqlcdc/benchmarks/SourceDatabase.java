package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.sandbox.SqlServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** A database with tables of 8 columns, dbo.t1 and so on, and their change tables. */
final class SourceDatabase implements AutoCloseable {

  private static final double NANOS = 1e9;
  private static final int ROWS_AT_ONCE = 10_000;
  private static final Duration SESSIONS_END = Duration.ofSeconds(30);

  private final SqlServer server;
  private final String name;
  private final int tables;
  private final Connection connection;
  private int loaded;
  private int firsts;
  private int lowest;

  private SourceDatabase(SqlServer server, String name, int tables, Connection connection) {
    this.server = server;
    this.name = name;
    this.tables = tables;
    this.connection = connection;
  }

  /** A database of empty tables. */
  static SourceDatabase create(SqlServer server, String name, int tables) throws SQLException {
    return create(server, name, tables, 0);
  }

  /**
   * @param rowsOfEach rows that the tables have before they are captured
   */
  static SourceDatabase create(SqlServer server, String name, int tables, int rowsOfEach)
      throws SQLException {
    try (Connection master = connect(server, "master")) {
      execute(master, "CREATE DATABASE " + name);
    }
    SourceDatabase database = new SourceDatabase(server, name, tables, connect(server, name));
    database.execute("EXEC sys.sp_cdc_enable_db");
    for (String table : database.tables()) {
      database.createTable(table);
    }
    if (rowsOfEach > 0) {
      database.insert(rowsOfEach, Math.min(rowsOfEach, ROWS_AT_ONCE), tables);
    }
    for (String table : database.tables()) {
      database.track(table);
    }
    database.capture();
    return database;
  }

  private void createTable(String table) throws SQLException {
    execute(
        "CREATE TABLE dbo."
            + table
            + " (id int NOT NULL PRIMARY KEY, a int, b bigint, c varchar(20),"
            + " d nvarchar(20), e decimal(10,2), f datetime2(3), g float)");
  }

  private void track(String table) throws SQLException {
    execute(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'"
            + table
            + "', @role_name = NULL");
  }

  private static Connection connect(SqlServer server, String database) throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl(database), server.user(), server.password());
  }

  /** Another session in this database. */
  Connection connect() throws SQLException {
    return connect(server, name);
  }

  void execute(String... statements) throws SQLException {
    execute(connection, statements);
  }

  private static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  String name() {
    return name;
  }

  /** Names of its tables, all in the schema dbo. */
  List<String> tables() {
    return IntStream.rangeClosed(1, tables).mapToObj(i -> "t" + i).toList();
  }

  /** Inserts one row into the first table, under a key of its own below those of {@link #load}. */
  void insertFirst() throws SQLException {
    insertFirst("t1");
    firsts++;
  }

  /** Inserts one row into a table, under a key of its own below those of {@link #load}. */
  void insertFirst(String table) throws SQLException {
    execute("INSERT INTO dbo." + table + " (id) VALUES (" + --lowest + ")");
    capture();
  }

  /** Inserts rows into the first table, in one transaction; returns rows a second. */
  double load(int rows) throws SQLException {
    return load(rows, rows, 1);
  }

  /**
   * Inserts rows into each of the first tables and waits until they are captured.
   *
   * @return rows a second
   */
  double load(int rowsOfEach, int rowsOfTransaction, int busyTables) throws SQLException {
    long start = System.nanoTime();
    insert(rowsOfEach, rowsOfTransaction, busyTables);
    capture();
    return rowsOfEach * busyTables / seconds(start);
  }

  /** Inserts rows into each of the first tables in turn. */
  void insert(int rowsOfEach, int rowsOfTransaction, int busyTables) throws SQLException {
    int end = loaded + rowsOfEach;
    for (; loaded < end; loaded += rowsOfTransaction) {
      for (String table : tables().subList(0, busyTables)) {
        execute(
            "INSERT INTO dbo."
                + table
                + " SELECT value, value % 1000, value * CAST(10000 AS bigint),"
                + " CONCAT('v', value), CONCAT(N'n', value), value / 4.0,"
                + " DATEADD(second, value, '2024-01-02T03:04:05.678'), value / 2.5e0"
                + " FROM GENERATE_SERIES("
                + (loaded + 1)
                + ", "
                + (loaded + rowsOfTransaction)
                + ")");
      }
    }
  }

  /** The only value of a query. */
  long number(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getLong(1);
    }
  }

  private void capture() throws SQLException {
    execute("EXEC sys.sp_cdc_scan");
  }

  /** Reads every column of every change row of the first table; returns rows per second. */
  double read() throws SQLException {
    long start = System.nanoTime();
    int rows = 0;
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT * FROM cdc.dbo_t1_CT")) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        for (int i = 1; i <= columns; i++) {
          result.getObject(i);
        }
        rows++;
      }
    }
    if (rows != loaded + firsts) {
      throw new IllegalStateException(rows + " change rows read instead of " + (loaded + firsts));
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
            execute(master, "DROP DATABASE " + name);
            return true;
          });
    }
  }
}
