package dev.mssqlcdc.quickstart;

import dev.mssqlcdc.sandbox.SqlServer;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.Sql;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A database whose rows move between keys, in one table as in the other, and whose capture can be
 * stopped.
 */
final class MovingRows implements Source, AutoCloseable {

  static final int ROWS = 600;
  static final IdTable WHOLE = new IdTable("moving_rows");
  static final IdTable FILTERED = new IdTable("some_rows");

  static final List<String> COLUMNS = List.of("id", "name", "n");

  private static final String NAME = "moving";

  /** Some hundred moves a second, so that they last as long as the read and are not millions. */
  private static final String PAUSE = "WAITFOR DELAY '00:00:00.002'";

  private static final int KEYS = 2 * ROWS;

  private final Connection connection;
  private final Random random;
  private final List<Integer> taken = new ArrayList<>();
  private final List<Integer> free = new ArrayList<>();
  private final LastChange lastChange;

  private MovingRows(Connection connection, long seed) {
    this.connection = connection;
    this.lastChange = new LastChange(connection, WHOLE);
    this.random = new Random(seed);
  }

  /** Rows with a name each, at random keys; capture has seen them all. */
  static MovingRows create(SqlServer server, long seed) throws SQLException {
    Connection connection =
        DriverManager.getConnection(server.jdbcUrl("master"), server.user(), server.password());
    Sql.execute(connection, "CREATE DATABASE " + NAME, "USE " + NAME, "EXEC sys.sp_cdc_enable_db");
    for (IdTable table : List.of(WHOLE, FILTERED)) {
      Sql.execute(
          connection,
          "CREATE TABLE %s (id int NOT NULL PRIMARY KEY, name varchar(20), n int)"
              .formatted(table.quotedName()),
          "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'%s', @role_name = NULL"
              .formatted(table.name()));
    }
    MovingRows rows = new MovingRows(connection, seed);
    rows.fill();
    rows.finish();
    return rows;
  }

  private void fill() throws SQLException {
    for (int key = 1; key <= KEYS; key++) {
      free.add(key);
    }
    for (int row = 0; row < ROWS; row++) {
      int key = free.remove(random.nextInt(free.size()));
      taken.add(key);
      inBoth("INSERT INTO %s VALUES (?, ?, 0)", key, "row " + row);
    }
  }

  private void inBoth(String sql, Object... parameters) throws SQLException {
    for (IdTable table : tables()) {
      Sql.update(connection, sql.formatted(table.quotedName()), parameters);
    }
  }

  /** Takes a row to another key, in a transaction of its own. */
  void move() throws SQLException {
    int row = random.nextInt(taken.size());
    int from = taken.get(row);
    int to = free.set(random.nextInt(free.size()), from);
    taken.set(row, to);
    inBoth("UPDATE %s SET id = ? WHERE id = ?", to, from);
    Sql.execute(connection, PAUSE);
  }

  void stopCapture() throws SQLException {
    Sql.execute(connection, "EXEC sys.sp_cdc_stop_job @job_type = N'capture'");
  }

  void startCapture() throws SQLException {
    Sql.execute(connection, "EXEC sys.sp_cdc_start_job @job_type = N'capture'");
  }

  Connection connection() {
    return connection;
  }

  @Override
  public String connector() {
    return NAME;
  }

  @Override
  public List<IdTable> tables() {
    return List.of(WHOLE, FILTERED);
  }

  @Override
  public Lsn finish() throws SQLException {
    return lastChange.make(taken.get(0));
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
