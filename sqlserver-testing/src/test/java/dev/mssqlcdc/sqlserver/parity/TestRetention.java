package dev.mssqlcdc.sqlserver.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where an instance begins: after its enable, after a cleanup, for a snapshot. */
@SqlServerTest
class TestRetention {
  private static final String ZERO = "00000000000000000000";

  private History history;

  @BeforeEach
  void enable(TestDatabase db) throws SQLException {
    history = new History(db);
    history.run("CREATE TABLE t (id int NOT NULL PRIMARY KEY)");
    history.enable("t", "t");
  }

  private void insert(int... ids) throws SQLException {
    for (int id : ids) {
      history.run(
          "INSERT INTO t VALUES (" + id + ")",
          "DECLARE @now datetime = GETDATE();"
              + " WHILE GETDATE() = @now WAITFOR DELAY '00:00:00.005'");
    }
    history.capture();
  }

  private void cleanUp(String instance, int commit) throws SQLException {
    history.run(
        "EXEC sys.sp_cdc_cleanup_change_table @capture_instance = N'"
            + instance
            + "', @low_water_mark = "
            + history.commit(commit)
            + ", @threshold = 1");
  }

  @Test
  void cleanupDeletesBelowTheNewLowEndAndARangeBelowItReadsNothing() throws SQLException {
    insert(1, 2, 3);
    cleanUp("t", 3);
    assertThat(history.at(history.minLsn("t"))).isEqualTo("3");
    assertThat(history.changes("t")).containsExactly("3.1 insert 01: 3");
    assertThat(
            history.db().rows("SELECT id FROM cdc.t_CT WHERE __$start_lsn <= " + history.commit(2)))
        .isEmpty();
    assertThat(
            history.error(
                "SELECT * FROM cdc.fn_cdc_get_all_changes_t("
                    + history.commit(2)
                    + ", "
                    + history.commit(3)
                    + ", N'all')"))
        .isEqualTo(313);
  }

  @Test
  void twoInstancesMayHaveOneLowEndAndTheirBeginTellsThemApart() throws SQLException {
    insert(1);
    history.enable("t", "t2");
    insert(2, 3);
    cleanUp("t", 3);
    cleanUp("t2", 3);
    assertThat(history.minLsn("t")).isEqualTo(history.minLsn("t2"));
    assertThat(
            history
                .db()
                .rows("SELECT capture_instance FROM cdc.change_tables ORDER BY create_date"))
        .containsExactly("t", "t2");
  }

  @Test
  void whatIsNoInstanceHasNoLowEnd() throws SQLException {
    insert(1);
    assertThat(history.minLsn("nope")).isEqualTo(ZERO);
    history.disable("t", "t");
    assertThat(history.minLsn("t")).isEqualTo(ZERO);
  }

  @Test
  void anInstanceStartsAboveEverythingThatWasCapturedBeforeIt() throws SQLException {
    insert(1);
    String max = history.maxLsn();
    history.enable("t", "t2");
    String start =
        history.db().one("SELECT start_lsn FROM cdc.change_tables WHERE capture_instance = 't2'");
    assertThat(start).isGreaterThan(max);
    // what a snapshot reads now has the commits below the start: changes from the start on follow
    insert(2);
    assertThat(history.changes("t2")).containsExactly("2.1 insert 01: 2");
    assertThat(history.minLsn("t2")).isEqualTo(start);
  }

  @Test
  void whatIsReadAfterMaxLsnHoldsEveryCommitUpToIt() throws SQLException {
    insert(1);
    String max = history.maxLsn();
    history.run("INSERT INTO t VALUES (2)");
    assertThat(history.db().rows("SELECT id FROM t ORDER BY id")).containsExactly("1", "2");
    history.capture();
    assertThat(history.db().rows("SELECT id FROM cdc.t_CT WHERE __$start_lsn > 0x" + max))
        .containsExactly("2");
  }
}
