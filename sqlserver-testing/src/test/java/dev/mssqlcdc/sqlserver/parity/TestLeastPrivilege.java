package dev.mssqlcdc.sqlserver.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import dev.mssqlcdc.sqlserver.testing.TestLogin;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A reader who may read the captured columns and the change table, and nothing else. */
@SqlServerTest
class TestLeastPrivilege {
  private static final String ZERO = "00000000000000000000";
  private static final String HELP = "EXEC sys.sp_cdc_help_change_data_capture";
  private static final String MIN_LSN = "SELECT sys.fn_cdc_get_min_lsn('t')";
  private static final String MAX_LSN = "SELECT sys.fn_cdc_get_max_lsn()";
  private static final String CHANGES = "SELECT __$operation, id, a FROM cdc.t_CT";

  private History history;
  private TestLogin reader;

  @BeforeEach
  void enable(TestDatabase db) throws SQLException {
    history = new History(db);
    history.run("CREATE TABLE t (id int NOT NULL CONSTRAINT PK_t PRIMARY KEY, a int, secret int)");
    history.enable("t", "t", "@captured_column_list = N'id, a'", "@supports_net_changes = 1");
    history.run("INSERT INTO t VALUES (1, 10, 100)", "ALTER TABLE t ADD more int");
    history.capture();
    reader = db.newLogin().withUser();
  }

  @Test
  void twoGrantsLetAReaderFollowATable() throws SQLException {
    reader.granted("SELECT ON dbo.t (id, a)", "SELECT ON cdc.[t_CT]");
    assertThat(reader.rows(CHANGES)).containsExactly("2|1|10");
    assertThat(reader.rows(HELP)).singleElement().asString().startsWith("dbo|t|t|");
    assertThat(reader.rows("EXEC sys.sp_cdc_get_captured_columns N't'")).hasSize(2);
    assertThat(reader.rows("EXEC sys.sp_cdc_get_ddl_history N't'")).hasSize(1);
    assertThat(reader.one(MIN_LSN)).isEqualTo(history.minLsn("t")).isNotEqualTo(ZERO);
    assertThat(reader.one(MAX_LSN)).isEqualTo(history.maxLsn());
    assertThat(
            reader.one(
                "SELECT COUNT(*) FROM cdc.lsn_time_mapping WHERE start_lsn = " + history.commit(1)))
        .isEqualTo("1");
    assertThat(reader.one("SELECT sys.fn_cdc_map_lsn_to_time(" + history.commit(1) + ")"))
        .isNotEqualTo("null");
    assertThat(
            reader.rows(
                "SELECT name, column_id FROM sys.columns WHERE object_id = OBJECT_ID('dbo.t') AND"
                    + " name IN ('id', 'a') ORDER BY column_id"))
        .containsExactly("id|1", "a|2");
    assertThat(reader.rows("EXEC sys.sp_spaceused N'dbo.t'")).hasSize(1);
    assertThat(
            reader.rows(
                "SELECT wait_type FROM sys.dm_exec_session_wait_stats WHERE session_id = @@SPID"
                    + " AND waiting_tasks_count < 0"))
        .isEmpty();
  }

  @Test
  void withoutTheSourceColumnsTheInstanceIsAsIfItWereNot() throws SQLException {
    reader.granted("SELECT ON cdc.[t_CT]");
    assertThat(reader.rows(HELP)).isEmpty();
    assertThat(reader.one(MIN_LSN)).isEqualTo(ZERO);
    assertThat(reader.failure("EXEC sys.sp_cdc_get_captured_columns N't'").getErrorCode())
        .isEqualTo(22981);
    assertThat(reader.one(MAX_LSN)).isEqualTo(history.maxLsn());
  }

  @Test
  void withoutTheChangeTableTheReadFailsAndNamesIt() throws SQLException {
    reader.granted("SELECT ON dbo.t");
    assertThat(reader.rows(HELP)).hasSize(1);
    SQLException failure = reader.failure(CHANGES);
    assertThat(failure.getErrorCode()).isEqualTo(229);
    assertThat(failure.getMessage()).contains("'t_CT'", "'cdc'");
  }

  @Test
  void eachInstanceNeedsAGrant() throws SQLException {
    history.enable("t", "t2");
    reader.granted("SELECT ON dbo.t", "SELECT ON cdc.[t_CT]");
    assertThat(reader.rows(HELP)).hasSize(2);
    assertThat(reader.failure("SELECT id FROM cdc.t2_CT").getErrorCode()).isEqualTo(229);
    reader.granted("SELECT ON cdc.[t2_CT]");
    assertThat(reader.rows("SELECT id FROM cdc.t2_CT")).isEmpty();
  }

  @Test
  void aGatedInstanceIsForMembersOfItsRole() throws SQLException {
    history.run(
        "CREATE TABLE g (id int NOT NULL PRIMARY KEY)",
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'g',"
            + " @capture_instance = N'g', @role_name = N'gate'",
        "INSERT INTO g VALUES (1)");
    history.capture();
    reader.granted("SELECT ON dbo.g", "SELECT ON cdc.[g_CT]");
    assertThat(reader.rows(HELP)).isEmpty();
    assertThat(reader.one("SELECT sys.fn_cdc_get_min_lsn('g')")).isEqualTo(ZERO);
    reader.in("gate");
    assertThat(reader.rows(HELP)).singleElement().asString().startsWith("dbo|g|g|");
    assertThat(reader.one("SELECT sys.fn_cdc_get_min_lsn('g')")).isNotEqualTo(ZERO);
    assertThat(reader.rows("SELECT id FROM cdc.g_CT")).containsExactly("1");
  }

  @Test
  void metadataTablesAreNotForReaders() throws SQLException {
    reader.granted("SELECT ON dbo.t", "SELECT ON cdc.[t_CT]");
    for (String table :
        List.of("change_tables", "captured_columns", "index_columns", "ddl_history")) {
      assertThat(reader.failure("SELECT * FROM cdc." + table).getErrorCode())
          .as(table)
          .isEqualTo(229);
    }
  }

  @Test
  void theFunctionsOfChangesAskForTheSourceAlone() throws SQLException {
    reader.granted("SELECT ON dbo.t (id, a)");
    for (String function : List.of("all", "net")) {
      assertThat(
              reader.rows(
                  "DECLARE @from binary(10) = sys.fn_cdc_get_min_lsn('t'), @to binary(10) ="
                      + " sys.fn_cdc_get_max_lsn(); SELECT id, a FROM cdc.fn_cdc_get_"
                      + function
                      + "_changes_t(@from, @to, N'all')"))
          .as(function)
          .containsExactly("1|10");
    }
  }

  @Test
  void whatChangesCaptureIsForOwners() throws SQLException {
    reader.granted("SELECT ON dbo.t", "SELECT ON cdc.[t_CT]");
    for (String sql :
        List.of(
            "EXEC sys.sp_cdc_disable_table N'dbo', N't', N't'",
            "EXEC sys.sp_cdc_cleanup_change_table N't', NULL, 10",
            "EXEC sys.sp_cdc_disable_db",
            "DELETE FROM cdc.t_CT",
            "INSERT INTO dbo.t (id) VALUES (2)")) {
      assertThat(reader.failure(sql).getErrorCode()).as(sql).isIn(229, 22902, 22904);
    }
    assertThat(history.changes("t")).hasSize(1);
  }
}
