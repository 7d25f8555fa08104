package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import dev.mssqlcdc.standin.StandinServer;
import dev.mssqlcdc.standin.cdc.CleanupHold;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestCleanup {
  private static final String ZERO = "00000000000000000000";
  private static final String MIN_LSN = "SELECT sys.fn_cdc_get_min_lsn('dbo_t')";
  private static final String MAX_LSN = "SELECT sys.fn_cdc_get_max_lsn()";
  private static final String TO_MAX =
      "DECLARE @low binary(10) = sys.fn_cdc_get_max_lsn(); EXEC sys.sp_cdc_cleanup_change_table"
          + " @capture_instance = '%s', @low_water_mark = @low, @threshold = %s";

  private TestDatabase db;

  @BeforeEach
  void makeTable(TestDatabase database) throws SQLException {
    db = database;
    db.enableCdc();
    db.execute("CREATE TABLE t (id int NOT NULL PRIMARY KEY)");
    db.track("t");
  }

  /** Rows of commits whose times differ: a cleanup keeps together what has one time. */
  private void insert(int... ids) throws SQLException {
    for (int id : ids) {
      db.update("INSERT INTO t VALUES (?)", id);
      db.execute(
          "DECLARE @now datetime = GETDATE();"
              + " WHILE GETDATE() = @now WAITFOR DELAY '00:00:00.005'");
    }
    db.capture();
  }

  @Test
  void itRaisesTheLowEndAndDeletesBelowIt() throws SQLException {
    insert(1, 2, 3);
    db.execute(TO_MAX.formatted("dbo_t", "5000"));
    assertThat(db.one(MIN_LSN)).isEqualTo(db.one(MAX_LSN));
    assertThat(db.rows("SELECT start_lsn FROM cdc.change_tables")).containsExactly(db.one(MAX_LSN));
    assertThat(db.changes("dbo_t", "id")).containsExactly("2|3");
  }

  @Test
  void itDeletesInPortions() throws SQLException {
    insert(1, 2, 3, 4, 5);
    db.execute(TO_MAX.formatted("dbo_t", "2"));
    assertThat(db.changes("dbo_t", "id")).containsExactly("2|5");
    assertThat(db.failure(TO_MAX.formatted("dbo_t", "0")).getErrorCode()).isEqualTo(22850);
  }

  @Test
  void itKeepsWhatSharesTheCommitTimeOfTheLowEnd() throws SQLException {
    db.transaction("INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)");
    db.capture();
    db.execute(TO_MAX.formatted("dbo_t", "5000"));
    assertThat(db.changes("dbo_t", "id")).containsExactly("2|1", "2|2");
  }

  @Test
  void anotherInstanceKeepsItsRows() throws SQLException {
    db.execute(
        "EXEC sys.sp_cdc_enable_table 'dbo', 't', @capture_instance = 'v2', @role_name = NULL");
    insert(1, 2);
    db.execute(TO_MAX.formatted("dbo_t", "5000"));
    assertThat(db.changes("dbo_t", "id")).containsExactly("2|2");
    assertThat(db.changes("v2", "id")).containsExactly("2|1", "2|2");
  }

  @Test
  void theLowEndLiesOnTheTimelineAndIsAnEntry() throws SQLException {
    insert(1, 2);
    String to =
        "EXEC sys.sp_cdc_cleanup_change_table @capture_instance = '%s', @low_water_mark = %s,"
            + " @threshold = 5000";
    assertThat(db.failure(to.formatted("dbo_t", "0x" + ZERO)).getErrorCode()).isEqualTo(22957);
    assertThat(db.failure(to.formatted("dbo_t", "0xFFFFFFFFFFFFFFFFFFFF")).getErrorCode())
        .isEqualTo(22957);
    assertThat(db.failure(to.formatted("nope", "0x" + ZERO)).getErrorCode()).isEqualTo(22981);
    assertThat(db.changes("dbo_t", "id")).containsExactly("2|1", "2|2");
  }

  @Test
  void withoutALowEndItDeletesBelowThePresentOne() throws SQLException {
    insert(1, 2);
    db.execute(
        "EXEC sys.sp_cdc_cleanup_change_table @capture_instance = 'dbo_t', @low_water_mark = NULL,"
            + " @threshold = 5000");
    assertThat(db.changes("dbo_t", "id")).containsExactly("2|1", "2|2");
  }

  @Test
  void anInstanceThatCaptureHasNotReachedShowsNoLowEndThoughItIsListed() throws SQLException {
    assertThat(db.one(MIN_LSN)).isEqualTo(ZERO);
    assertThat(db.one("SELECT start_lsn FROM cdc.change_tables")).isGreaterThan(ZERO);
    insert(1);
    assertThat(db.one(MIN_LSN)).isEqualTo(db.one("SELECT start_lsn FROM cdc.change_tables"));
  }

  @Test
  @StandinOnly("a hold between the two steps of a cleanup")
  void aReaderSeesTheLowEndRiseBeforeTheRowsGo() throws SQLException {
    insert(1, 2);
    StandinServer standin = db.server().standin().orElseThrow();
    CompletableFuture<Void> cleanup;
    try (CleanupHold hold = standin.holdCleanup(db.name())) {
      cleanup = CompletableFuture.runAsync(() -> cleanUp(db));
      hold.awaitHeld(Duration.ofSeconds(30));
      assertThat(db.one(MIN_LSN)).isEqualTo(db.one(MAX_LSN));
      assertThat(db.changes("dbo_t", "id")).containsExactly("2|1", "2|2");
      db.update("INSERT INTO t VALUES (3)");
      db.capture();
      assertThat(db.changes("dbo_t", "id")).hasSize(3);
    }
    cleanup.join();
    assertThat(db.changes("dbo_t", "id")).containsExactly("2|2", "2|3");
  }

  @Test
  @StandinOnly("a hold between the two steps of a cleanup")
  void anInstanceMayGoWhileItsCleanupIsHeld() throws SQLException {
    insert(1, 2);
    StandinServer standin = db.server().standin().orElseThrow();
    CompletableFuture<Void> cleanup;
    try (CleanupHold hold = standin.holdCleanup(db.name())) {
      cleanup = CompletableFuture.runAsync(() -> cleanUp(db));
      hold.awaitHeld(Duration.ofSeconds(30));
      db.execute("EXEC sys.sp_cdc_disable_table 'dbo', 't', 'all'");
    }
    cleanup.join();
    assertThat(db.one(MIN_LSN)).isEqualTo(ZERO);
  }

  private static void cleanUp(TestDatabase db) {
    try (Connection connection = db.server().connect(db.name());
        Statement statement = connection.createStatement()) {
      statement.execute(TO_MAX.formatted("dbo_t", "5000"));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
