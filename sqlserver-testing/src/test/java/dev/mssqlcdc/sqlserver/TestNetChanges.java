package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code cdc.fn_cdc_get_net_changes_<instance>}. */
@SqlServerTest
class TestNetChanges {
  private TestDatabase db;

  @BeforeEach
  void makeTable(TestDatabase database) throws SQLException {
    db = database;
    db.enableCdc();
    db.execute(
        "CREATE TABLE t (id int NOT NULL PRIMARY KEY, a int, b int)",
        "EXEC sys.sp_cdc_enable_table 'dbo', 't', @role_name = NULL, @supports_net_changes = 1");
  }

  private List<String> net(String columns, String option) throws SQLException {
    return db.rows(
        "DECLARE @to binary(10) = sys.fn_cdc_get_max_lsn(); SELECT "
            + columns
            + " FROM cdc.fn_cdc_get_net_changes_dbo_t(?, @to, N'"
            + option
            + "') ORDER BY id",
        (Object) since);
  }

  private byte[] since = new byte[0];

  /** From here on the window of the function begins. */
  private void windowStarts() throws SQLException {
    db.capture();
    String next = db.one("SELECT sys.fn_cdc_increment_lsn(sys.fn_cdc_get_max_lsn())");
    since = HexFormat.of().parseHex(next);
  }

  @Test
  void aRowHasOneChangeThatLeadsFromTheWindowsStartToItsEnd() throws SQLException {
    db.execute("INSERT INTO t (id, a) VALUES (4, 0), (5, 0), (6, 0), (7, 0)");
    windowStarts();
    db.execute("INSERT INTO t (id, a) VALUES (1, 1)");
    db.execute("INSERT INTO t (id, a) VALUES (2, 1)", "UPDATE t SET a = 2 WHERE id = 2");
    db.execute("INSERT INTO t (id, a) VALUES (3, 1)", "DELETE FROM t WHERE id = 3");
    db.execute("UPDATE t SET a = 2 WHERE id = 4", "UPDATE t SET a = 3 WHERE id = 4");
    db.execute("DELETE FROM t WHERE id = 5");
    db.execute("DELETE FROM t WHERE id = 6", "INSERT INTO t (id, a) VALUES (6, 9)");
    db.execute("UPDATE t SET a = 8 WHERE id = 7", "DELETE FROM t WHERE id = 7");
    db.execute(
        "INSERT INTO t (id, a) VALUES (8, 1)",
        "DELETE FROM t WHERE id = 8",
        "INSERT INTO t (id, a) VALUES (8, 2)");
    db.transaction("INSERT INTO t (id, a) VALUES (9, 1)", "DELETE FROM t WHERE id = 9");
    db.capture();
    assertThat(net("__$operation, id, a", "all"))
        .containsExactly("2|1|1", "2|2|2", "4|4|3", "1|5|0", "4|6|9", "1|7|8", "2|8|2");
    assertThat(net("__$operation, id", "all with merge"))
        .containsExactly("5|1", "5|2", "5|4", "1|5", "5|6", "1|7", "5|8");
    assertThat(net("__$update_mask", "all")).containsOnly("null");
    assertThat(net("__$update_mask", "all with merge")).containsOnly("null");
  }

  @Test
  void anUpdatedKeyIsARowDeletedAndOneInserted() throws SQLException {
    db.execute("INSERT INTO t (id, a) VALUES (1, 1)");
    windowStarts();
    db.execute("UPDATE t SET id = 2");
    db.capture();
    assertThat(net("__$operation, id, a", "all")).containsExactly("1|1|1", "2|2|1");
  }

  @Test
  void aRangeOutsideTheInstancesOrAnUnknownOptionIsRefused() throws SQLException {
    db.execute("INSERT INTO t (id) VALUES (1)");
    db.capture();
    String read =
        "DECLARE @from binary(10) = sys.fn_cdc_get_min_lsn('dbo_t'), @to binary(10) ="
            + " sys.fn_cdc_get_max_lsn(); SELECT id FROM cdc.fn_cdc_get_net_changes_dbo_t(%s)";
    assertThat(db.rows(read.formatted("@from, @to, N'all'"))).containsExactly("1");
    for (String arguments :
        List.of(
            "0x00, @to, N'all'",
            "@to, @from, N'all'",
            "@from, NULL, N'all'",
            "@from, 0xFFFFFFFFFFFFFFFFFFFF, N'all'",
            "@from, @to, N'all update old'")) {
      SQLException failure = db.failure(read.formatted(arguments));
      assertThat(failure.getErrorCode()).as(arguments).isEqualTo(313);
      assertThat(failure.getMessage()).contains("cdc.fn_cdc_get_net_changes_ ... .");
    }
  }

  @Test
  void withoutSupportForItThereIsNoSuchFunction() throws SQLException {
    db.execute(
        "EXEC sys.sp_cdc_enable_table 'dbo', 't', @capture_instance = 'v2', @role_name = NULL,"
            + " @supports_net_changes = 0");
    SQLException failure =
        db.failure("SELECT * FROM cdc.fn_cdc_get_net_changes_v2(0x00, 0x00, N'all')");
    assertThat(failure.getErrorCode()).isEqualTo(208);
    assertThat(failure.getMessage()).contains("cdc.fn_cdc_get_net_changes_v2");
  }
}
