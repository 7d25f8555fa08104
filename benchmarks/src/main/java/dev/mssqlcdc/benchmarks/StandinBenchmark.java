package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.sandbox.Sandbox;
import dev.mssqlcdc.sandbox.SqlServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** How fast the SQL Server stand-in is: a plain JDBC read of a table of 8 columns. */
final class StandinBenchmark implements Benchmark {

  private static final int ROWS = 500_000;
  private static final int FIRST_ROWS = 1_000;
  private static final double NANOS = 1e9;
  private static final String READ = "jdbc_read_rows_per_s";
  private static final String COLUMNS =
      "id int NOT NULL PRIMARY KEY, a int, b bigint, c varchar(20), d nvarchar(20),"
          + " e decimal(10,2), f datetime2(3), g float";

  private final Sandbox sandbox;
  private final Connection connection;

  StandinBenchmark() throws SQLException {
    sandbox = Sandbox.start(Sandbox.Part.SQL_SERVER);
    connection = connect("master");
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE dbo.bench (" + COLUMNS + ")");
      for (int i = 0; i < FIRST_ROWS; i++) {
        statement.addBatch(
            "INSERT INTO dbo.bench VALUES (%d, %d, %d, 'v%d', N'n%d', %d.25, '2024-01-02T03:04:05.678', %d.5)"
                .formatted(i, i, i * 10_000L, i, i, i, i));
      }
      statement.executeBatch();
      for (int n = FIRST_ROWS; n < ROWS; n += Math.min(n, ROWS - n)) {
        statement.execute(
            "INSERT INTO dbo.bench SELECT TOP (%d) id + %d, a, b, c, d, e, f, g FROM dbo.bench ORDER BY id"
                .formatted(Math.min(n, ROWS - n), n));
      }
    }
  }

  private Connection connect(String database) throws SQLException {
    SqlServer server = sandbox.sqlServer();
    return DriverManager.getConnection(server.jdbcUrl(database), server.user(), server.password());
  }

  @Override
  public Map<String, String> units() {
    return Map.of(READ, "rows/s");
  }

  @Override
  public Map<Role, Contender> contenders() {
    return Map.of(Role.OURS, () -> Map.of(READ, read()));
  }

  private double read() throws SQLException {
    long start = System.nanoTime();
    int rows = 0;
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT * FROM dbo.bench")) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        for (int i = 1; i <= columns; i++) {
          result.getObject(i);
        }
        rows++;
      }
    }
    if (rows != ROWS) {
      throw new IllegalStateException(rows + " rows read instead of " + ROWS);
    }
    return rows / ((System.nanoTime() - start) / NANOS);
  }

  @Override
  public void close() {
    sandbox.close();
  }
}
