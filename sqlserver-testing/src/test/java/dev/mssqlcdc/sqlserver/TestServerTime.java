package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.failure;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static dev.mssqlcdc.sqlserver.testing.Sql.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestingClock;
import dev.mssqlcdc.standin.StandinOptions;
import dev.mssqlcdc.standin.StandinServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server in Berlin's time zone, whose clock a test moves. */
@StandinOnly("a time zone and a clock of the server's own")
class TestServerTime {
  // clocks went back from 03:00 to 02:00 at 01:00 UTC
  private static final String BEFORE = "2025-10-26T00:30:00Z";
  private static final String AFTER = "2025-10-26T01:30:00Z";

  private final TestingClock clock = TestingClock.at(BEFORE);
  private StandinServer server;
  private Connection connection;

  @BeforeEach
  void start() throws SQLException {
    server =
        StandinServer.start(
            StandinOptions.defaults()
                .withZone(ZoneId.of("Europe/Berlin"))
                .withClock(clock)
                .withCaptureInterval(Duration.ofHours(1)));
    server.createDatabase("d");
    connection = DriverManager.getConnection(server.jdbcUrl("d"), server.user(), server.password());
    execute(
        connection, "EXEC sys.sp_cdc_enable_db", "CREATE TABLE t (id int NOT NULL PRIMARY KEY)");
    execute(connection, "EXEC sys.sp_cdc_enable_table 'dbo', 't', @role_name = NULL");
  }

  @AfterEach
  void stop() throws SQLException {
    connection.close();
    server.close();
  }

  private void insert(String at, int id) throws SQLException {
    clock.set(at);
    execute(connection, "INSERT INTO t VALUES (" + id + ")");
  }

  @Test
  void theFunctionsOfTimeTellTheServersLocalTimeOrUtc() throws SQLException {
    clock.set("2025-07-01T12:00:00.123456789Z");
    assertThat(one(connection, "SELECT SYSDATETIME(), SYSUTCDATETIME()"))
        .isEqualTo("2025-07-01 14:00:00.1234567|2025-07-01 12:00:00.1234567");
    assertThat(one(connection, "SELECT SYSDATETIMEOFFSET()"))
        .isEqualTo("2025-07-01 14:00:00.1234567 +02:00");
    assertThat(one(connection, "SELECT GETDATE(), CURRENT_TIMESTAMP, GETUTCDATE()"))
        .isEqualTo("2025-07-01 14:00:00.123|2025-07-01 14:00:00.123|2025-07-01 12:00:00.123");
    clock.set("2025-01-01T12:00:00Z");
    assertThat(
            one(connection, "SELECT SYSDATETIMEOFFSET(), DATEPART(TZOFFSET, SYSDATETIMEOFFSET())"))
        .isEqualTo("2025-01-01 13:00:00.0000000 +01:00|60");
  }

  @Test
  void aDefaultTakesTheServersTimeAlsoForTheRowsThatAreThere() throws SQLException {
    insert("2025-07-01T12:00:00Z", 1);
    execute(connection, "ALTER TABLE t ADD at datetime NOT NULL DEFAULT GETDATE()");
    clock.advance(Duration.ofHours(1));
    execute(connection, "INSERT INTO t (id) VALUES (2)");
    assertThat(rows(connection, "SELECT at FROM t ORDER BY id"))
        .containsExactly("2025-07-01 14:00:00.0", "2025-07-01 15:00:00.0");
  }

  @Test
  void aStatementHasOneTimeHoweverManyRowsItWrites() throws SQLException {
    try (StandinServer ticking = StandinServer.start(StandinOptions.defaults())) {
      ticking.createDatabase("d");
      try (Connection other =
          DriverManager.getConnection(ticking.jdbcUrl("d"), ticking.user(), ticking.password())) {
        execute(
            other,
            "CREATE TABLE t (id int NOT NULL, at datetime2(7) NOT NULL DEFAULT SYSDATETIME())",
            "INSERT INTO t (id) SELECT value FROM GENERATE_SERIES(1, 1000)");
        assertThat(one(other, "SELECT COUNT(DISTINCT at) FROM t")).isEqualTo("1");
      }
    }
  }

  @Test
  void theZoneHasItsWindowsName() throws SQLException {
    assertThat(one(connection, "SELECT CURRENT_TIMEZONE_ID()"))
        .isEqualTo("W. Europe Standard Time");
    assertThat(
            rows(
                connection,
                "SELECT name, current_utc_offset, is_currently_dst FROM sys.time_zone_info WHERE"
                    + " name IN ('UTC', 'W. Europe Standard Time', 'India Standard Time') ORDER BY"
                    + " name"))
        .containsExactly(
            "India Standard Time|+05:30|0", "UTC|+00:00|0", "W. Europe Standard Time|+02:00|1");
  }

  @Test
  void commitTimesAreLocalAndInThreeHundredthsOfASecond() throws SQLException {
    insert("2025-07-01T12:00:00.001Z", 1);
    insert("2025-07-01T12:00:00.002Z", 2);
    insert("2025-07-01T12:00:00.005Z", 3);
    insert("2025-07-01T12:00:00.999Z", 4);
    server.capture("d");
    assertThat(
            rows(
                connection,
                "SELECT m.tran_end_time FROM cdc.lsn_time_mapping m ORDER BY m.start_lsn"))
        .containsExactly(
            "2025-07-01 14:00:00.0",
            "2025-07-01 14:00:00.003",
            "2025-07-01 14:00:00.007",
            "2025-07-01 14:00:01.0");
  }

  @Test
  void theOrderOfCommitsStaysWhenTheClockGoesBack() throws SQLException {
    insert(BEFORE, 1);
    insert(AFTER, 2);
    server.capture("d");
    assertThat(
            rows(
                connection,
                "SELECT t.id, m.tran_end_time, sys.fn_cdc_map_lsn_to_time(m.start_lsn)"
                    + " FROM cdc.lsn_time_mapping m JOIN cdc.dbo_t_CT t ON t.__$start_lsn ="
                    + " m.start_lsn ORDER BY m.start_lsn"))
        .containsExactly(
            "1|2025-10-26 02:30:00.0|2025-10-26 02:30:00.0",
            "2|2025-10-26 02:30:00.0|2025-10-26 02:30:00.0");
  }

  @Test
  void atTimeZoneTakesTheOffsetBeforeTheClockWentBack() throws SQLException {
    insert(BEFORE, 1);
    insert(AFTER, 2);
    insert("2025-10-26T02:30:00Z", 3);
    server.capture("d");
    assertThat(
            rows(
                connection,
                "SELECT tran_end_time AT TIME ZONE CURRENT_TIMEZONE_ID() AT TIME ZONE 'UTC' FROM"
                    + " cdc.lsn_time_mapping ORDER BY start_lsn"))
        .containsExactly(
            "2025-10-26 00:30:00.000 +00:00",
            "2025-10-26 00:30:00.000 +00:00",
            "2025-10-26 02:30:00.000 +00:00");
  }

  @Test
  void cleanupKeepsCommitsOfOneTimeTogether() throws SQLException {
    insert(BEFORE, 1);
    insert("2025-10-26T00:31:00Z", 2);
    insert("2025-10-26T00:31:00Z", 3);
    server.capture("d");
    execute(
        connection,
        "DECLARE @low binary(10) = sys.fn_cdc_get_max_lsn(); EXEC sys.sp_cdc_cleanup_change_table"
            + " 'dbo_t', @low, 5000");
    assertThat(rows(connection, "SELECT id FROM cdc.dbo_t_CT ORDER BY id"))
        .containsExactly("2", "3");
  }

  @Test
  void theCleanupJobGoesByAgeAndTakesAllInstancesToOneLowEnd() throws SQLException {
    execute(
        connection,
        "EXEC sys.sp_cdc_enable_table 'dbo', 't', @capture_instance = 'v2', @role_name = NULL",
        "EXEC sys.sp_cdc_change_job @job_type = N'cleanup', @retention = 60");
    insert("2025-07-01T10:00:00Z", 1);
    insert("2025-07-01T11:00:00Z", 2);
    insert("2025-07-01T12:00:00Z", 3);
    server.capture("d");
    execute(
        connection,
        "CREATE TABLE late (id int NOT NULL PRIMARY KEY)",
        "EXEC sys.sp_cdc_enable_table 'dbo', 'late', @role_name = NULL",
        "EXEC sys.sp_cdc_start_job @job_type = N'cleanup'");
    String second = one(connection, "SELECT __$start_lsn FROM cdc.v2_CT WHERE id = 2");
    assertThat(
            rows(
                connection,
                "SELECT capture_instance, start_lsn FROM cdc.change_tables WHERE capture_instance"
                    + " <> 'dbo_late' ORDER BY capture_instance"))
        .containsExactly("dbo_t|" + second, "v2|" + second);
    assertThat(
            one(
                connection,
                "SELECT start_lsn FROM cdc.change_tables WHERE capture_instance = 'dbo_late'"))
        .isGreaterThan(second);
    assertThat(rows(connection, "SELECT id FROM cdc.dbo_t_CT UNION ALL SELECT id FROM cdc.v2_CT"))
        .containsExactlyInAnyOrder("2", "3", "2", "3");
    assertThat(rows(connection, "SELECT MIN(start_lsn) FROM cdc.lsn_time_mapping"))
        .containsExactly(second);
  }

  @Test
  void historyKnowsWholeMinutes() throws SQLException {
    clock.set("2025-07-01T12:34:56.789Z");
    execute(connection, "ALTER TABLE t ADD a int");
    server.capture("d");
    assertThat(one(connection, "SELECT ddl_time FROM cdc.ddl_history"))
        .isEqualTo("2025-07-01 14:34:00.0");
  }

  @Test
  void aZoneThatIsNoneIsRefused() {
    assertThat(failure(connection, "SELECT GETDATE() AT TIME ZONE 'Europe/Berlin'").getErrorCode())
        .isEqualTo(9820);
  }
}
