package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SqlServerTest
@StandinOnly("controls of capture by EXEC")
class TestCaptureControls {
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  @BeforeEach
  void tracked(TestDatabase database) throws SQLException {
    database.execute("CREATE TABLE t (id int NOT NULL PRIMARY KEY)");
    database.enableCdc();
    database.track("t");
  }

  private static void awaitChanges(TestDatabase database, String... expected) throws SQLException {
    long start = System.nanoTime();
    while (!database.changes("dbo_t", "id").equals(List.of(expected))) {
      assertThat(System.nanoTime() - start).isLessThan(PATIENCE_NANOS);
    }
  }

  /** Cleanup keeps all commits of its low end's time: they must not share one. */
  private static void awaitAnotherTime(TestDatabase database) throws SQLException {
    String start = database.one("SELECT GETDATE()");
    String now = start;
    while (now.equals(start)) {
      now = database.one("SELECT GETDATE()");
    }
  }

  @Test
  void captureIsPausedRunOnceAndResumed(TestDatabase database) throws SQLException {
    database.execute("EXEC standin.pause_capture", "INSERT INTO t VALUES (1)");
    assertThat(database.changes("dbo_t", "id")).isEmpty();
    database.execute("EXEC standin.capture");
    assertThat(database.changes("dbo_t", "id")).containsExactly("2|1");
    database.execute("INSERT INTO t VALUES (2)", "EXEC standin.resume_capture");
    awaitChanges(database, "2|1", "2|2");
  }

  @Test
  void captureLagsBehind(TestDatabase database) throws SQLException {
    database.execute(
        "EXEC standin.capture_lag @milliseconds = 600000",
        "EXEC standin.resume_capture",
        "INSERT INTO t VALUES (1)");
    database.capture();
    database.execute("INSERT INTO t VALUES (2)");
    String entries = "SELECT COUNT(*) FROM cdc.lsn_time_mapping";
    assertThat(database.changes("dbo_t", "id")).containsExactly("2|1");
    database.execute("EXEC standin.capture_lag 0");
    awaitChanges(database, "2|1", "2|2");
    assertThat(Integer.parseInt(database.one(entries))).isGreaterThanOrEqualTo(2);
  }

  @Test
  void aCleanupIsHeldBetweenItsSteps(TestDatabase database) throws Exception {
    database.execute("INSERT INTO t VALUES (1)");
    awaitAnotherTime(database);
    database.execute("INSERT INTO t VALUES (2)");
    database.capture();
    String max = database.one("SELECT sys.fn_cdc_get_max_lsn()");
    database.execute("EXEC standin.hold_cleanup");
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (Connection other = database.connect()) {
      Future<?> cleanup =
          threads.submit(
              () -> {
                execute(
                    other,
                    "EXEC sys.sp_cdc_cleanup_change_table 'dbo_t', @low_water_mark = 0x" + max);
                return null;
              });
      long start = System.nanoTime();
      while (!database.one("SELECT sys.fn_cdc_get_min_lsn('dbo_t')").equals(max)) {
        if (cleanup.isDone()) {
          cleanup.get();
        }
        assertThat(System.nanoTime() - start).isLessThan(PATIENCE_NANOS);
      }
      assertThat(cleanup.isDone()).isFalse();
      assertThat(database.changes("dbo_t", "id")).containsExactly("2|1", "2|2");
      database.execute("EXEC standin.release_cleanup");
      cleanup.get();
      assertThat(database.changes("dbo_t", "id")).containsExactly("2|2");
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void onlyASysadminMay(TestDatabase database) throws SQLException {
    String login = database.name() + "_plain";
    database.execute(
        "CREATE LOGIN " + login + " WITH PASSWORD = 'Pl4in!Passw0rd'",
        "CREATE USER plain FOR LOGIN " + login);
    try (Connection plain = database.connect(login, "Pl4in!Passw0rd")) {
      assertThat(failure(plain, "EXEC standin.failover").getErrorCode()).isEqualTo(229);
      assertThat(failure(plain, "EXEC standin.pause_capture").getErrorCode()).isEqualTo(229);
    } finally {
      database.execute("DROP USER plain", "DROP LOGIN " + login);
    }
  }
}
