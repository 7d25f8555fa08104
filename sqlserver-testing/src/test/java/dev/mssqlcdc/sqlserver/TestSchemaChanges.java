package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.changes;
import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.rows;
import static dev.mssqlcdc.sqlserver.testing.Sql.update;
import static org.assertj.core.api.Assertions.assertThat;

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
  void theKeyIsNeitherChangedNorDroppedWhileTheTableIsTracked() throws SQLException {
    execute(
        connection,
        "CREATE TABLE k (id int NOT NULL CONSTRAINT PK_k PRIMARY KEY, a int NOT NULL, b int)",
        "CREATE UNIQUE INDEX ux_k ON k (a)",
        "CREATE UNIQUE INDEX ux_other ON k (b)",
        "EXEC sys.sp_cdc_enable_table 'dbo', 'k', @capture_instance = 'by_key', @role_name = NULL",
        "EXEC sys.sp_cdc_enable_table 'dbo', 'k', @capture_instance = 'by_index', @role_name ="
            + " NULL, @index_name = 'ux_k'");
    assertThat(number("ALTER TABLE k ALTER COLUMN id bigint")).isIn(4922, 5074);
    assertThat(number("ALTER TABLE k DROP COLUMN id")).isIn(4922, 5074);
    assertThat(number("ALTER TABLE k DROP CONSTRAINT PK_k")).isEqualTo(22979);
    assertThat(number("DROP INDEX ux_k ON k")).isEqualTo(22983);
    execute(connection, "DROP INDEX ux_other ON k");
  }

  private int number(String sql) throws SQLException {
    return database.failure(sql).getErrorCode();
  }

  @Test
  void truncationIsRefusedWhileTheTableIsTracked() throws SQLException {
    assertThat(number("TRUNCATE TABLE t")).isEqualTo(4711);
    execute(connection, "EXEC sys.sp_cdc_disable_table 'dbo', 't', 'all'", "TRUNCATE TABLE t");
    assertThat(rows(connection, "SELECT * FROM t")).isEmpty();
  }

  @Test
  void aCapturedColumnKeepsItsNameAndAnotherMayBeRenamed() throws SQLException {
    execute(connection, "ALTER TABLE t ADD c int");
    assertThat(number("EXEC sp_rename 'dbo.t.a', 'x', 'COLUMN'")).isEqualTo(4928);
    execute(connection, "EXEC sp_rename 'dbo.t.c', 'd', 'COLUMN'");
    update(connection, "UPDATE t SET d = 5, a = 6");
    database.capture();
    assertThat(changes(connection, "dbo_t", "a")).containsExactly("2|1", "3|1", "4|6");
    assertThat(rows(connection, HISTORY)).containsExactly("0|ALTER TABLE t ADD c int");
    execute(
        connection,
        "EXEC sys.sp_cdc_disable_table 'dbo', 't', 'all'",
        "EXEC sp_rename 't.a', 'x', 'COLUMN'");
    assertThat(rows(connection, "SELECT x, d FROM t")).containsExactly("6|5");
  }

  @Test
  void aRenamedTableKeepsItsInstanceUnderTheInstancesName() throws SQLException {
    execute(connection, "CREATE INDEX ix_a ON t (a)", "EXEC sp_rename 'dbo.t', 'Renamed Table'");
    update(connection, "INSERT INTO [Renamed Table] VALUES (2, 2, 'y')");
    database.capture();
    assertThat(changes(connection, "dbo_t", "id")).containsExactly("2|1", "2|2");
    assertThat(rows(connection, "EXEC sys.sp_cdc_help_change_data_capture"))
        .singleElement()
        .asString()
        .startsWith("dbo|Renamed Table|dbo_t|");
    assertThat(rows(connection, "EXEC sys.sp_cdc_get_captured_columns 'dbo_t'"))
        .allSatisfy(row -> assertThat(row).startsWith("dbo|Renamed Table|dbo_t|"));
    assertThat(rows(connection, HISTORY)).isEmpty();
    assertThat(number("SELECT * FROM t")).isEqualTo(208);
    execute(
        connection,
        "ALTER TABLE [Renamed Table] ADD c int",
        "DROP INDEX ix_a ON [Renamed Table]",
        "EXEC sys.sp_cdc_disable_table 'dbo', 'Renamed Table', 'dbo_t'",
        "CREATE TABLE t (id int)");
  }

  @Test
  void aNameThatIsTakenOrIsNoneIsNotRenamed() throws SQLException {
    execute(connection, "CREATE TABLE u (id int, j int)", "CREATE INDEX ix ON u (id)");
    assertThat(number("EXEC sp_rename 'dbo.u', 't'")).isEqualTo(15335);
    assertThat(number("EXEC sp_rename 'dbo.u.id', 'j', 'COLUMN'")).isEqualTo(15335);
    assertThat(number("EXEC sp_rename 'dbo.nope', 'x'")).isEqualTo(15225);
    assertThat(number("EXEC sp_rename 'dbo.u.nope', 'x', 'COLUMN'")).isEqualTo(15248);
    execute(
        connection,
        "EXEC sp_rename N'dbo.u.ix', N'iy', N'INDEX'",
        "DROP INDEX iy ON u",
        "CREATE INDEX ix ON u (id)");
  }

  @Test
  void otherAlterationsAreInTheHistoryWithoutAnUpdateOfColumns() throws SQLException {
    String check = "ALTER TABLE t ADD CONSTRAINT ck CHECK (a > 0)";
    String notNull = "ALTER TABLE t ALTER COLUMN a smallint NOT NULL";
    execute(connection, check, notNull);
    database.capture();
    assertThat(rows(connection, HISTORY)).containsExactly("0|" + check, "0|" + notNull);
  }

  @Test
  void everyInstanceHasItsHistoryFromItsBeginToItsEnd() throws SQLException {
    execute(
        connection,
        "ALTER TABLE t ADD c int",
        "EXEC sys.sp_cdc_enable_table 'dbo', 't', @capture_instance = 'v2', @role_name = NULL",
        "ALTER TABLE t ALTER COLUMN c bigint");
    database.capture();
    String history = "EXEC sys.sp_cdc_get_ddl_history @capture_instance = '%s'";
    assertThat(rows(connection, history.formatted("dbo_t"))).hasSize(2);
    assertThat(rows(connection, history.formatted("v2")))
        .singleElement()
        .asString()
        .startsWith("dbo|t|v2|1|ALTER TABLE t ALTER COLUMN c bigint|");
    assertThat(rows(connection, HISTORY)).hasSize(3);
    execute(connection, "EXEC sys.sp_cdc_disable_table 'dbo', 't', 'v2'");
    assertThat(rows(connection, HISTORY))
        .containsExactly("0|ALTER TABLE t ADD c int", "0|ALTER TABLE t ALTER COLUMN c bigint");
  }

  @Test
  void aDroppedTableTakesItsInstanceWithIt() throws SQLException {
    execute(connection, "DROP TABLE t");
    database.capture();
    assertThat(rows(connection, "SELECT capture_instance FROM cdc.change_tables")).isEmpty();
    assertThat(rows(connection, "SELECT name FROM sys.tables WHERE is_ms_shipped = 0")).isEmpty();
  }
}
