package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.Sql;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the procedures that enable, disable and describe capture instances refuse. */
@SqlServerTest
class TestEnabling {
  private TestDatabase db;

  @BeforeEach
  void makeTable(TestDatabase database) throws SQLException {
    db = database;
    db.enableCdc();
    db.execute(
        "CREATE TABLE t (id int NOT NULL CONSTRAINT PK_t PRIMARY KEY, a int, b int NOT NULL)",
        "CREATE UNIQUE INDEX ux_a ON t (a)",
        "CREATE UNIQUE INDEX ux_b ON t (b)",
        "CREATE INDEX ix_b ON t (b)");
  }

  private void refused(int number, String arguments) throws SQLException {
    SQLException failure =
        db.failure("EXEC sys.sp_cdc_enable_table @role_name = NULL, " + arguments);
    assertThat(failure.getErrorCode()).as(failure.getMessage()).isEqualTo(number);
  }

  @Test
  void theSourceTableMustExist() throws SQLException {
    refused(22931, "@source_schema = 'dbo', @source_name = 'nope'");
    refused(22931, "@source_schema = 'nope', @source_name = 't'");
    refused(22963, "@source_schema = 'dbo', @source_name = ''");
    refused(22974, "@source_schema = 'cdc', @source_name = 'ddl_history'");
  }

  @Test
  void theRoleMustBeGivenEvenIfThereIsNone() throws SQLException {
    String without = "EXEC sys.sp_cdc_enable_table @source_schema = 'dbo', @source_name = 't'";
    assertThat(db.failure(without).getErrorCode()).isEqualTo(201);
    assertThat(db.failure(without + ", @role_name = ''").getErrorCode()).isEqualTo(22907);
  }

  @Test
  void aDatabaseThatIsNotEnabledTakesNoTable() throws SQLException {
    db.execute("EXEC sys.sp_cdc_disable_db");
    refused(22901, "@source_schema = 'dbo', @source_name = 't'");
    assertThat(db.failure("EXEC sys.sp_cdc_help_change_data_capture").getErrorCode())
        .isEqualTo(22901);
  }

  @Test
  void anInstanceNameIsUniqueInTheDatabaseAndOfAtMost100Characters() throws SQLException {
    String of = "@source_schema = 'dbo', @source_name = 't', @capture_instance = ";
    db.execute("EXEC sys.sp_cdc_enable_table @role_name = NULL, " + of + "'x  '");
    assertThat(db.one("SELECT capture_instance + '|' FROM cdc.change_tables")).isEqualTo("x|");
    refused(22926, of + "'x'");
    refused(22926, of + "'X'");
    refused(22927, of + "'" + "n".repeat(101) + "'");
    String longName = "l".repeat(97);
    db.execute("CREATE TABLE " + longName + " (id int NOT NULL PRIMARY KEY)");
    refused(22927, "@source_schema = 'dbo', @source_name = '" + longName + "'");
    db.execute(
        "EXEC sys.sp_cdc_enable_table @role_name = NULL, " + of + "'" + "n".repeat(100) + "'");
    assertThat(db.one("SELECT COUNT(*) FROM cdc." + "n".repeat(100) + "_CT")).isEqualTo("0");
  }

  @Test
  void theIndexThatIdentifiesRowsIsUniqueOverColumnsThatAreNotNull() throws SQLException {
    String of = "@source_schema = 'dbo', @source_name = 't', @index_name = ";
    refused(22928, of + "'nope'");
    refused(22929, of + "'ix_b'");
    refused(22838, of + "'ux_a'");
    db.execute("EXEC sys.sp_cdc_enable_table @role_name = NULL, " + of + "'ux_b'");
    assertThat(db.rows("SELECT index_name FROM cdc.change_tables")).containsExactly("ux_b");
    assertThat(db.rows("SELECT column_name, index_ordinal, column_id FROM cdc.index_columns"))
        .containsExactly("b|1|3");
  }

  @Test
  void netChangesNeedWhatIdentifiesARow() throws SQLException {
    db.execute("CREATE TABLE heap (a int)");
    refused(22939, "@source_schema = 'dbo', @source_name = 'heap', @supports_net_changes = 1");
    db.track("heap");
    assertThat(db.rows("SELECT supports_net_changes, index_name FROM cdc.change_tables"))
        .containsExactly("0|null");
    assertThat(db.rows("SELECT * FROM cdc.index_columns")).isEmpty();
  }

  @Test
  void theColumnListNamesColumnsAndAmongThemTheKey() throws SQLException {
    String of = "@source_schema = 'dbo', @source_name = 't', @supports_net_changes = 1,";
    refused(22942, of + " @captured_column_list = 'id, nope'");
    refused(22965, of + " @captured_column_list = 'id, [a'");
    refused(22943, of + " @captured_column_list = 'a, b'");
    db.execute(
        "EXEC sys.sp_cdc_enable_table @role_name = NULL, "
            + of
            + " @captured_column_list = N'[b],\"id\"'");
    assertThat(
            db.rows(
                "SELECT column_name, column_id, column_ordinal FROM cdc.captured_columns ORDER BY"
                    + " column_ordinal"))
        .containsExactly("id|1|1", "b|3|2");
  }

  @Test
  void aNameInBracketsMayHoldWhatSeparatesNames() throws SQLException {
    db.execute(
        "CREATE TABLE [Order, Details] ([a, b] int NOT NULL PRIMARY KEY, [c]]d] int, e int)",
        "EXEC sys.sp_cdc_enable_table 'dbo', 'Order, Details', @role_name = NULL,"
            + " @captured_column_list = N'[a, b], [c]]d]'",
        "INSERT INTO [Order, Details] VALUES (1, 2, 3)");
    db.capture();
    assertThat(db.changes("dbo_Order, Details", "[a, b], [c]]d]")).containsExactly("2|1|2");
    assertThat(db.rows("EXEC sys.sp_cdc_help_change_data_capture"))
        .singleElement()
        .asString()
        .endsWith("|[a, b]|[a, b], [c]]d]");
    assertThat(
            db.rows(
                "DECLARE @from binary(10) = sys.fn_cdc_get_min_lsn('dbo_Order, Details'), @to"
                    + " binary(10) = sys.fn_cdc_get_max_lsn(); SELECT [a, b] FROM"
                    + " cdc.[fn_cdc_get_all_changes_dbo_Order, Details](@from, @to, N'all')"))
        .containsExactly("1");
  }

  @Test
  void aReservedNameIsNotCaptured() throws SQLException {
    db.execute("CREATE TABLE r (id int NOT NULL PRIMARY KEY, __$seqval int)");
    refused(22975, "@source_schema = 'dbo', @source_name = 'r'");
  }

  @Test
  void anUnknownFilegroupIsRefused() throws SQLException {
    refused(22973, "@source_schema = 'dbo', @source_name = 't', @filegroup_name = 'nope'");
  }

  @Test
  void disablingNamesAnInstanceOfTheTable() throws SQLException {
    String disable =
        "EXEC sys.sp_cdc_disable_table @source_schema = 'dbo', @source_name = '%s',"
            + " @capture_instance = '%s'";
    assertThat(db.failure(disable.formatted("nope", "all")).getErrorCode()).isEqualTo(22931);
    db.track("t");
    assertThat(db.failure(disable.formatted("t", "nope")).getErrorCode()).isEqualTo(22960);
    db.execute(disable.formatted("t", "dbo_t"));
    assertThat(db.one("SELECT is_tracked_by_cdc FROM sys.tables WHERE name = 't'")).isEqualTo("0");
  }

  @Test
  void reportsNameAnInstanceThatExists() throws SQLException {
    for (String procedure : new String[] {"captured_columns", "ddl_history"}) {
      assertThat(db.failure("EXEC sys.sp_cdc_get_" + procedure + " 'nope'").getErrorCode())
          .isEqualTo(22981);
    }
  }

  @Test
  void halfATableNameIsRefused() throws SQLException {
    assertThat(
            db.failure("EXEC sys.sp_cdc_help_change_data_capture @source_schema = 'dbo'")
                .getErrorCode())
        .isEqualTo(22972);
  }

  @Test
  void aSystemDatabaseIsNotEnabled() throws SQLException {
    try (Connection master = db.server().connect("master")) {
      assertThat(Sql.failure(master, "EXEC sys.sp_cdc_enable_db").getErrorCode()).isEqualTo(22989);
    }
  }

  @Test
  void enablingADatabaseAgainChangesNothing() throws SQLException {
    db.track("t");
    try {
      db.enableCdc();
    } catch (SQLException e) {
      // the message is one that informs on some servers and an error on others
      assertThat(e.getErrorCode()).isEqualTo(22905);
    }
    assertThat(db.rows("SELECT capture_instance FROM cdc.change_tables")).containsExactly("dbo_t");
  }
}
