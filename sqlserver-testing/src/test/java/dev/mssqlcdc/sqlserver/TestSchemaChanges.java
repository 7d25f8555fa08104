package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.changes;
import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.rows;
import static dev.mssqlcdc.sqlserver.testing.Sql.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestSchemaChanges {
  private static final String HISTORY =
      "SELECT required_column_update, ddl_command FROM cdc.ddl_history ORDER BY ddl_lsn";

  private TestDatabase database;
  private Connection connection;

  @BeforeEach
  void connect(TestDatabase db) throws SQLException {
    database = db;
    connection = db.connection();
    db.enableCdc();
    execute(connection, "CREATE TABLE t (id int NOT NULL PRIMARY KEY, a smallint, b nvarchar(10))");
    database.track("t");
    update(connection, "INSERT INTO t VALUES (1, 1, 'x')");
  }

  @Test
  void anAddedColumnIsNotCapturedAndItsUpdatesLeaveNoRow() throws SQLException {
    execute(connection, "ALTER TABLE t ADD c int NULL, d int NOT NULL DEFAULT 7");
    update(connection, "INSERT INTO t VALUES (2, 2, 'y', 3, 4)");
    update(connection, "UPDATE t SET c = 9");
    database.capture();
    assertThat(changes(connection, "dbo_t", "id, a, b")).containsExactly("2|1|1|x", "2|2|2|y");
    assertThat(rows(connection, "SELECT c, d FROM t ORDER BY id")).containsExactly("9|7", "9|4");
    assertThat(rows(connection, HISTORY))
        .containsExactly("0|ALTER TABLE t ADD c int NULL, d int NOT NULL DEFAULT 7");
    assertThat(rows(connection, "EXEC sys.sp_cdc_get_ddl_history @capture_instance = 'dbo_t'"))
        .hasSize(1)
        .allSatisfy(row -> assertThat(row).startsWith("dbo|t|dbo_t|0|ALTER TABLE t ADD c"));
  }

  @Test
  void aDroppedColumnStaysInTheChangeTableAndIsNullFromThenOn() throws SQLException {
    update(connection, "INSERT INTO t VALUES (2, 2, 'y')");
    execute(connection, "ALTER TABLE t DROP COLUMN a");
    update(connection, "UPDATE t SET b = 'z' WHERE id = 1");
    execute(connection, "ALTER TABLE t ADD a smallint");
    update(connection, "UPDATE t SET a = 5, b = 'w' WHERE id = 1");
    database.capture();
    assertThat(changes(connection, "dbo_t", "id, a, b"))
        .containsExactly(
            "2|1|1|x", "2|2|2|y", "3|1|null|x", "4|1|null|z", "3|1|null|z", "4|1|null|w");
    assertThat(
            rows(
                connection,
                "SELECT column_id FROM sys.columns WHERE name = 'a' AND object_id ="
                    + " OBJECT_ID('dbo.t')"))
        .containsExactly("4");
  }

  @Test
  void anAlteredTypeConvertsTheChangeTableInTheOrderOfTheCommits() throws SQLException {
    execute(connection, "ALTER TABLE t ALTER COLUMN a bigint");
    update(connection, "INSERT INTO t VALUES (2, 5000000000, 'y')");
    database.capture();
    assertThat(changes(connection, "dbo_t", "a")).containsExactly("2|1", "2|5000000000");
    assertThat(
            rows(
                connection,
                "SELECT max_length FROM sys.columns WHERE name = 'a' AND object_id ="
                    + " OBJECT_ID('cdc.dbo_t_CT')"))
        .containsExactly("8");
    assertThat(rows(connection, HISTORY)).containsExactly("1|ALTER TABLE t ALTER COLUMN a bigint");
    assertThat(
            rows(
                connection, "SELECT column_type FROM cdc.captured_columns WHERE column_name = 'a'"))
        .containsExactly("bigint");
  }

  @Test
  void aHistoryRowComesNoLaterThanItsLsn() throws SQLException {
    execute(connection, "ALTER TABLE t ALTER COLUMN b nvarchar(10) NOT NULL");
    update(connection, "INSERT INTO t VALUES (3, 3, 'y')");
    database.capture();
    assertThat(
            rows(
                connection,
                "SELECT required_column_update FROM cdc.ddl_history WHERE ddl_lsn <"
                    + " sys.fn_cdc_get_max_lsn()"))
        .containsExactly("0");
  }

  @Test
  void keysAndTruncationAreRefusedWhileTheTableIsTracked() throws SQLException {
    assertThatThrownBy(() -> execute(connection, "TRUNCATE TABLE t"))
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(4711);
    assertThatThrownBy(() -> execute(connection, "ALTER TABLE t ALTER COLUMN id bigint"))
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(4922);
  }

  @Test
  void aDroppedTableTakesItsInstanceWithIt() throws SQLException {
    execute(connection, "DROP TABLE t");
    database.capture();
    assertThat(rows(connection, "SELECT capture_instance FROM cdc.change_tables")).isEmpty();
    assertThat(rows(connection, "SELECT name FROM sys.tables WHERE is_ms_shipped = 0")).isEmpty();
  }
}
