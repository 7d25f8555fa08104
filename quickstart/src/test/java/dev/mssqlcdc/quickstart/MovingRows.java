package dev.mssqlcdc.quickstart;

import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.sandbox.SqlServer;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.Sql;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A database of one table whose rows move between keys, and whose capture can be stopped. */
final class MovingRows implements Source, AutoCloseable {

  static final int ROWS = 600;
  static final Table TABLE = new Table("moving_rows");

  private static final String NAME = "moving";

  /** Some hundred moves a second, so that they last as long as the read and are not millions. */
  private static final String PAUSE = "WAITFOR DELAY '00:00:00.002'";

  private static final int KEYS = 2 * ROWS;
  private static final Duration CAPTURED = Duration.ofMinutes(1);

  private final Connection connection;
  private final Random random;
  private final List<Integer> taken = new ArrayList<>();
  private final List<Integer> free = new ArrayList<>();
  private int finished;

  record Table(String name) implements SourceTable {
    @Override
    public List<Locator> locators() {
      return List.of(new Locator("id", Types.INTEGER));
    }

    @Override
    public boolean keyless() {
      return false;
    }
  }

  private MovingRows(Connection connection, long seed) {
    this.connection = connection;
    this.random = new Random(seed);
  }

  /** Rows with a name each, at random keys; capture has seen them all. */
  static MovingRows create(SqlServer server, long seed) throws SQLException {
    Connection connection =
        DriverManager.getConnection(server.jdbcUrl("master"), server.user(), server.password());
    Sql.execute(
        connection,
        "CREATE DATABASE " + NAME,
        "USE " + NAME,
        "CREATE TABLE dbo.moving_rows (id int NOT NULL PRIMARY KEY, name varchar(20), n int)",
        "EXEC sys.sp_cdc_enable_db",
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'moving_rows',"
            + " @role_name = NULL");
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
      Sql.update(connection, "INSERT INTO dbo.moving_rows VALUES (?, ?, 0)", key, "row " + row);
    }
  }

  /** Takes a row to another key, in a transaction of its own. */
  void move() throws SQLException {
    int row = random.nextInt(taken.size());
    int from = taken.get(row);
    int to = free.set(random.nextInt(free.size()), from);
    taken.set(row, to);
    Sql.update(connection, "UPDATE dbo.moving_rows SET id = ? WHERE id = ?", to, from);
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
  public List<Table> tables() {
    return List.of(TABLE);
  }

  @Override
  public Lsn finish() throws SQLException {
    finished++;
    Sql.update(connection, "UPDATE dbo.moving_rows SET n = ? WHERE id = ?", finished, taken.get(0));
    String lsn =
        "SELECT CONVERT(varchar(22), __$start_lsn, 1) FROM cdc.dbo_moving_rows_CT"
            + " WHERE __$operation = 4 AND n = "
            + finished;
    Await.until(
        "capture reaches the last commit", CAPTURED, () -> !Sql.rows(connection, lsn).isEmpty());
    return Lsn.parse(Sql.one(connection, lsn));
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
