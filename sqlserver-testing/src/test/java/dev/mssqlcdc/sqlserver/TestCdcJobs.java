package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The capture and cleanup jobs and what the server tells about capture. */
@SqlServerTest
class TestCdcJobs {
  private TestDatabase db;

  @BeforeEach
  void makeTable(TestDatabase database) throws SQLException {
    db = database;
    db.enableCdc();
    db.execute("CREATE TABLE t (id int NOT NULL PRIMARY KEY)");
  }

  private List<String> jobs(String... columns) throws SQLException {
    try (Statement statement = db.connection().createStatement();
        ResultSet rows = statement.executeQuery("EXEC sys.sp_cdc_help_jobs")) {
      List<String> jobs = new ArrayList<>();
      while (rows.next()) {
        StringBuilder job = new StringBuilder(rows.getString("job_type"));
        for (String column : columns) {
          job.append('|').append(rows.getString(column));
        }
        jobs.add(job.toString());
      }
      return jobs.stream().sorted().toList();
    }
  }

  @Test
  void theFirstTableBringsTheJobsAndTheLastTakesThemAway() throws SQLException {
    db.track("t");
    assertThat(jobs()).containsExactly("capture", "cleanup");
    db.execute("EXEC sys.sp_cdc_disable_table 'dbo', 't', 'all'");
    assertThat(jobs()).isEmpty();
  }

  @Test
  void threeDaysAreKeptUnlessAJobIsChanged() throws SQLException {
    db.track("t");
    assertThat(jobs("retention")).contains("cleanup|4320");
    db.execute("EXEC sys.sp_cdc_change_job @job_type = N'cleanup', @retention = 60");
    db.execute("EXEC sys.sp_cdc_change_job @job_type = N'capture', @maxtrans = 7, @maxscans = 3");
    assertThat(jobs("retention")).contains("cleanup|60");
    assertThat(jobs("maxtrans", "maxscans", "continuous")).contains("capture|7|3|1");
  }

  @Test
  void aJobIsDroppedAndAddedAgain() throws SQLException {
    db.track("t");
    db.execute("EXEC sys.sp_cdc_drop_job @job_type = N'cleanup'");
    assertThat(jobs()).containsExactly("capture");
    db.execute(
        "EXEC sys.sp_cdc_add_job @job_type = N'cleanup', @start_job = 0, @retention = 100,"
            + " @threshold = 10");
    assertThat(jobs("retention", "threshold")).contains("cleanup|100|10");
  }

  @Test
  void aSettingThatMakesNoSenseIsRefused() throws SQLException {
    db.track("t");
    refused(22992, "@job_type = N'nope'");
    refused(22994, "@job_type = N'cleanup', @retention = 0");
    refused(22850, "@job_type = N'cleanup', @threshold = 0");
    refused(22995, "@job_type = N'capture', @retention = 60");
    refused(22991, "@job_type = N'capture', @maxtrans = 0");
    refused(22990, "@job_type = N'capture', @pollinginterval = 86400");
    refused(22996, "@job_type = N'cleanup', @maxtrans = 5");
  }

  private void refused(int number, String arguments) throws SQLException {
    assertThat(db.failure("EXEC sys.sp_cdc_change_job " + arguments).getErrorCode())
        .as(arguments)
        .isEqualTo(number);
  }

  @Test
  @StandinOnly("jobs that run without SQL Server's agent")
  void theCaptureJobStopsAndStarts() throws SQLException {
    db.track("t");
    db.execute("EXEC sys.sp_cdc_start_job @job_type = N'capture'", "INSERT INTO t VALUES (1)");
    while (db.changes("dbo_t", "id").isEmpty()) {
      Thread.onSpinWait();
    }
    db.execute("EXEC sys.sp_cdc_stop_job @job_type = N'capture'", "INSERT INTO t VALUES (2)");
    String max = db.one("SELECT sys.fn_cdc_get_max_lsn()");
    db.execute("WAITFOR DELAY '00:00:00.050'");
    assertThat(db.one("SELECT sys.fn_cdc_get_max_lsn()")).isEqualTo(max);
    db.capture();
    assertThat(db.changes("dbo_t", "id")).containsExactly("2|1", "2|2");
  }

  @Test
  void aScanOfTheLogIsReported() throws SQLException {
    db.track("t");
    db.execute("INSERT INTO t VALUES (1)");
    db.capture();
    assertThat(
            db.rows(
                "SELECT tran_count FROM sys.dm_cdc_log_scan_sessions WHERE session_id > 0 AND"
                    + " tran_count > 0"))
        .containsExactly("1");
    assertThat(db.rows("SELECT error_number, error_message FROM sys.dm_cdc_errors")).isEmpty();
  }
}
