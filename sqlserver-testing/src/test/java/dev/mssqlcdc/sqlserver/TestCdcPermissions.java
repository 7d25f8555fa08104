package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import dev.mssqlcdc.sqlserver.testing.TestLogin;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What change data capture shows to a login without administrative rights. */
@SqlServerTest
class TestCdcPermissions {
  private static final String ZERO = "00000000000000000000";
  private static final String HELP = "EXEC sys.sp_cdc_help_change_data_capture";
  private static final String CAPTURED = "EXEC sys.sp_cdc_get_captured_columns N'dbo_t'";
  private static final String HISTORY = "EXEC sys.sp_cdc_get_ddl_history N'dbo_t'";
  private static final String MIN_LSN = "SELECT sys.fn_cdc_get_min_lsn('dbo_t')";
  private static final String CHANGES = "SELECT id, a FROM cdc.dbo_t_CT ORDER BY id";
  private static final String FUNCTION =
      "DECLARE @from binary(10) = sys.fn_cdc_get_min_lsn('dbo_t');"
          + " DECLARE @to binary(10) = sys.fn_cdc_get_max_lsn();"
          + " SELECT id, a FROM cdc.fn_cdc_get_all_changes_dbo_t(@from, @to, N'all') ORDER BY id";

  private TestDatabase db;
  private TestLogin login;

  @BeforeEach
  void prepare(TestDatabase database) throws SQLException {
    db = database;
    db.enableCdc();
    db.execute(
        "CREATE TABLE dbo.t (id int NOT NULL CONSTRAINT PK_t PRIMARY KEY, a int, secret int)",
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N't', @role_name ="
            + " NULL, @captured_column_list = N'id, a'",
        "INSERT INTO dbo.t VALUES (1, 10, 100), (2, 20, 200)");
    db.capture();
    login = db.newLogin().withUser();
  }

  private void denied(String sql, String object, String schema) throws SQLException {
    SQLException e = login.failure(sql);
    assertThat(e.getMessage())
        .isEqualTo(
            "The SELECT permission was denied on the object '"
                + object
                + "', database '"
                + db.name()
                + "', schema '"
                + schema
                + "'.");
    assertThat(e.getErrorCode()).isEqualTo(229);
  }

  @Test
  void aReaderNeedsTheCapturedColumnsAndTheChangeTable() throws SQLException {
    login.granted("SELECT ON dbo.t (id, a)", "SELECT ON cdc.dbo_t_CT");
    assertThat(login.rows(CHANGES)).containsExactly("1|10", "2|20");
    assertThat(login.rows(HELP))
        .singleElement()
        .satisfies(row -> assertThat(row).startsWith("dbo|t|dbo_t|").endsWith("|[id], [a]"));
    assertThat(login.rows(CAPTURED)).hasSize(2);
    assertThat(login.rows(HISTORY)).isEmpty();
    assertThat(login.one(MIN_LSN)).isNotEqualTo(ZERO).isEqualTo(db.one(MIN_LSN));
    assertThat(login.one("SELECT sys.fn_cdc_get_max_lsn()"))
        .isEqualTo(db.one("SELECT sys.fn_cdc_get_max_lsn()"));
    assertThat(
            login.one(
                "SELECT COUNT(*) FROM cdc.lsn_time_mapping WHERE start_lsn ="
                    + " sys.fn_cdc_get_max_lsn()"))
        .isEqualTo("1");
    assertThat(
            login.rows(
                "SELECT name FROM sys.columns WHERE object_id = OBJECT_ID('dbo.t') ORDER BY"
                    + " column_id"))
        .containsExactly("id", "a", "secret");
    assertThat(
            login.one(
                "SELECT is_tracked_by_cdc FROM sys.tables WHERE object_id = OBJECT_ID('dbo.t')"))
        .isEqualTo("1");
    assertThat(login.one("SELECT is_cdc_enabled FROM sys.databases WHERE name = DB_NAME()"))
        .isEqualTo("1");
  }

  @Test
  void withoutTheSourceAnInstanceIsAsIfItWereNot() throws SQLException {
    login.granted("SELECT ON cdc.dbo_t_CT");
    assertThat(login.rows(HELP)).isEmpty();
    assertThat(login.one(MIN_LSN)).isEqualTo(ZERO);
    SQLException e = login.failure(CAPTURED);
    assertThat(e.getErrorCode()).isEqualTo(22981);
    assertThat(e.getMessage()).isEqualTo("Object does not exist or access is denied.");
    assertThat(login.rows(CHANGES)).hasSize(2);
  }

  @Test
  void oneCapturedColumnMissingHidesTheInstance() throws SQLException {
    login.granted("SELECT ON dbo.t (id)", "SELECT ON cdc.dbo_t_CT");
    assertThat(login.rows(HELP)).isEmpty();
    assertThat(login.one(MIN_LSN)).isEqualTo(ZERO);
    login.granted("SELECT ON dbo.t (a)");
    assertThat(login.rows(HELP)).hasSize(1);
    assertThat(login.one(MIN_LSN)).isNotEqualTo(ZERO);
  }

  @Test
  void theChangeTableNeedsItsOwnGrant() throws SQLException {
    login.granted("SELECT ON dbo.t");
    assertThat(login.rows(HELP)).hasSize(1);
    denied(CHANGES, "dbo_t_CT", "cdc");
    denied("SELECT TOP (1) __$start_lsn FROM cdc.[dbo_t_CT]", "dbo_t_CT", "cdc");
  }

  @Test
  void eachInstanceNeedsItsOwnGrant() throws SQLException {
    db.execute(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N't',"
            + " @capture_instance = N'second', @role_name = NULL");
    login.granted("SELECT ON dbo.t (id, a)", "SELECT ON cdc.dbo_t_CT");
    assertThat(login.rows(HELP)).hasSize(1);
    assertThat(login.rows(CHANGES)).hasSize(2);
    denied("SELECT id FROM cdc.second_CT", "second_CT", "cdc");
    login.granted("SELECT ON dbo.t (secret)");
    assertThat(login.rows(HELP)).hasSize(2);
    denied("SELECT id FROM cdc.second_CT", "second_CT", "cdc");
  }

  @ParameterizedTest
  @ValueSource(strings = {"change_tables", "captured_columns", "index_columns", "ddl_history"})
  void theMetadataTablesNeedAGrant(String table) throws SQLException {
    login.granted("SELECT ON dbo.t", "SELECT ON cdc.dbo_t_CT");
    denied("SELECT * FROM cdc." + table, table, "cdc");
    login.granted("SELECT ON cdc." + table);
    assertThat(login.rows("SELECT * FROM cdc." + table)).isNotNull();
  }

  @Test
  void theGatingRoleIsMadeAndGates() throws SQLException {
    db.execute(
        "CREATE TABLE dbo.g (id int NOT NULL PRIMARY KEY)",
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'g', @role_name ="
            + " N'cdc_readers'",
        "INSERT INTO dbo.g VALUES (1)");
    db.capture();
    login.granted("SELECT ON dbo.g", "SELECT ON cdc.dbo_g_CT");
    String minLsn = "SELECT sys.fn_cdc_get_min_lsn('dbo_g')";
    assertThat(login.rows(HELP)).isEmpty();
    assertThat(login.one(minLsn)).isEqualTo(ZERO);
    assertThat(login.failure("EXEC sys.sp_cdc_get_captured_columns N'dbo_g'").getErrorCode())
        .isEqualTo(22981);
    login.in("cdc_readers");
    assertThat(login.rows(HELP))
        .singleElement()
        .satisfies(row -> assertThat(row).contains("|cdc_readers|"));
    assertThat(login.one(minLsn)).isNotEqualTo(ZERO);
    assertThat(login.rows("SELECT id FROM cdc.dbo_g_CT")).containsExactly("1");
  }

  @Test
  void theFunctionNeedsTheSourceAndNoChangeTable() throws SQLException {
    String lsns =
        "SELECT id FROM cdc.fn_cdc_get_all_changes_dbo_t("
            + "0x%s, 0x%s, N'all')"
                .formatted(db.one(MIN_LSN), db.one("SELECT sys.fn_cdc_get_max_lsn()"));
    denied(lsns, "fn_cdc_get_all_changes_dbo_t", "cdc");
    login.granted("SELECT ON dbo.t (id, a)");
    assertThat(login.rows(FUNCTION)).containsExactly("1|10", "2|20");
    denied(CHANGES, "dbo_t_CT", "cdc");
  }

  @Test
  void theFunctionOfNetChangesIsGatedAlike() throws SQLException {
    String net =
        "SELECT id FROM cdc.fn_cdc_get_net_changes_dbo_t("
            + "0x%s, 0x%s, N'all')"
                .formatted(db.one(MIN_LSN), db.one("SELECT sys.fn_cdc_get_max_lsn()"));
    denied(net, "fn_cdc_get_net_changes_dbo_t", "cdc");
    login.granted("SELECT ON dbo.t (id, a)");
    assertThat(login.rows(net + " ORDER BY id")).containsExactly("1", "2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EXEC sys.sp_cdc_help_jobs",
        "EXEC sys.sp_cdc_change_job @job_type = N'cleanup', @retention = 100",
        "EXEC sys.sp_cdc_cleanup_change_table N'dbo_t', NULL"
      })
  void captureIsAdministeredByOwners(String sql) throws SQLException {
    login.granted("SELECT ON dbo.t", "SELECT ON cdc.dbo_t_CT");
    assertThat(login.failure(sql).getErrorCode()).isEqualTo(22904);
  }

  @Test
  void theFunctionCanBeDenied() throws SQLException {
    login.granted("SELECT ON dbo.t");
    assertThat(login.rows(FUNCTION)).hasSize(2);
    db.execute("DENY SELECT ON cdc.fn_cdc_get_all_changes_dbo_t TO [" + login.name() + "]");
    denied(FUNCTION, "fn_cdc_get_all_changes_dbo_t", "cdc");
  }

  @Test
  void anOwnerSeesEveryInstance() throws SQLException {
    login.in("db_owner");
    assertThat(login.rows(HELP)).hasSize(1);
    assertThat(login.rows(CHANGES)).hasSize(2);
    assertThat(login.rows("SELECT capture_instance FROM cdc.change_tables"))
        .containsExactly("dbo_t");
    assertThat(login.one(MIN_LSN)).isNotEqualTo(ZERO);
  }

  @Test
  void aReaderOfTheWholeDatabaseSeesEveryUngatedInstance() throws SQLException {
    login.in("db_datareader");
    assertThat(login.rows(HELP)).hasSize(1);
    assertThat(login.rows(CHANGES)).hasSize(2);
    assertThat(login.rows("SELECT capture_instance FROM cdc.change_tables"))
        .containsExactly("dbo_t");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EXEC sys.sp_cdc_enable_table N'dbo', N't', @role_name = NULL, @capture_instance = 'x'",
        "EXEC sys.sp_cdc_disable_table N'dbo', N't', N'dbo_t'"
      })
  void tablesAreEnabledAndDisabledByOwners(String sql) throws SQLException {
    login.granted("CONTROL ON dbo.t");
    SQLException e = login.failure(sql);
    assertThat(e.getErrorCode()).isEqualTo(22904);
    assertThat(e.getMessage())
        .isEqualTo(
            "Caller is not authorized to initiate the requested action. DBO privileges are"
                + " required.");
    login.in("db_owner");
    login.execute(sql);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EXEC sys.sp_cdc_enable_db", "EXEC sys.sp_cdc_disable_db"})
  void theDatabaseIsEnabledAndDisabledBySysadmins(String sql) throws SQLException {
    login.in("db_owner");
    SQLException e = login.failure(sql);
    assertThat(e.getErrorCode()).isEqualTo(22902);
    assertThat(e.getMessage())
        .isEqualTo(
            "Caller is not authorized to initiate the requested action. Sysadmin privileges are"
                + " required.");
  }

  @Test
  void withoutAnyGrantTheFunctionsStillTellTheDatabasesLsns() throws SQLException {
    String max = login.one("SELECT sys.fn_cdc_get_max_lsn()");
    assertThat(max).isEqualTo(db.one("SELECT sys.fn_cdc_get_max_lsn()"));
    assertThat(login.one("SELECT sys.fn_cdc_map_lsn_to_time(sys.fn_cdc_get_max_lsn())"))
        .isNotEqualTo("null");
    assertThat(
            login.one("SELECT sys.fn_cdc_map_time_to_lsn('largest less than or equal', GETDATE())"))
        .isEqualTo(max);
    assertThat(login.one("SELECT sys.fn_cdc_increment_lsn(0x" + ZERO + ")")).endsWith("01");
  }
}
