package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.ofTopic;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.SqlServer;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestingClock;
import dev.mssqlcdc.standin.StandinOptions;
import dev.mssqlcdc.standin.fault.StatementFault;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Commit times on a server whose clocks change. In Berlin they went back from 03:00 to 02:00 at
 * 01:00 UTC on 2025-10-26, and forward from 02:00 to 03:00 at 01:00 UTC on 2025-03-30.
 */
@StandinOnly("a time zone and a clock of the server's own")
class TestCommitTimes {

  private static final String T = "p.dbo.t";
  private static final List<String> OVER_THE_REPEATED_HOUR =
      List.of(
          "2025-10-25T23:59:59Z",
          "2025-10-26T00:10:00Z",
          "2025-10-26T00:50:00Z",
          "2025-10-26T01:05:00Z",
          "2025-10-26T01:55:00Z",
          "2025-10-26T02:10:00Z");

  private final TestingClock clock = TestingClock.at("2025-01-01T00:00:00Z");
  private SqlServer server;
  private TestingDatabase database;

  private void startIn(String zone, String now) throws SQLException {
    clock.set(now);
    server =
        SqlServer.standin(StandinOptions.defaults().withZone(ZoneId.of(zone)).withClock(clock));
    database = TestingDatabase.create(server, "");
    createTable("t");
  }

  private void createTable(String table) throws SQLException {
    database.execute("CREATE TABLE dbo.%s (id int NOT NULL PRIMARY KEY)".formatted(table));
    database.track("dbo", table);
  }

  @AfterEach
  void stop() throws SQLException {
    if (server != null) {
      database.close();
      server.standin().orElseThrow().close();
    }
  }

  private Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\..*");
    settings.put("snapshot.mode", "no_data");
    return settings;
  }

  private void insertAt(List<String> times) throws SQLException {
    for (String time : times) {
      clock.set(time);
      database.execute("INSERT INTO dbo.t SELECT COUNT(*) FROM dbo.t");
    }
  }

  private static List<String> times(List<SourceRecord> records) {
    return changes(ofTopic(records, T)).stream()
        .map(r -> instant(value(r).getInt64(Fields.COMMIT_TS)))
        .toList();
  }

  private static String instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "W. Europe Standard Time", "Europe/Berlin"})
  void inTheHourThatAFallBackRepeatsTheOrderOfLsnsTellsThePass(String zone) throws Exception {
    startIn("Europe/Berlin", "2025-10-25T20:00:00Z");
    Map<String, String> settings = settings();
    settings.put("source.time.zone", zone);
    try (var task = TestingTask.start(settings)) {
      task.begin(1);
      insertAt(OVER_THE_REPEATED_HOUR);
      List<SourceRecord> records = task.pollTo(T, database.capture());
      assertThat(times(records)).isEqualTo(OVER_THE_REPEATED_HOUR);
      assertThat(records.stream().map(r -> value(r).getInt64(Fields.COMMIT_TS))).isSorted();
    }
  }

  @Test
  void aRestartInTheRepeatedHourKeepsThePass() throws Exception {
    startIn("Europe/Berlin", "2025-10-25T20:00:00Z");
    List<SourceRecord> records = new ArrayList<>();
    try (var task = TestingTask.start(settings())) {
      records.addAll(task.begin(1));
    }
    for (String time : OVER_THE_REPEATED_HOUR) {
      insertAt(List.of(time));
      try (var task = TestingTask.start(settings(), records)) {
        records.addAll(task.pollTo(T, database.capture()));
      }
    }
    assertThat(times(records)).isEqualTo(OVER_THE_REPEATED_HOUR);
  }

  @Test
  void aRestartAfterAnyRecordOverTheRepeatedHourKeepsThePass() throws Exception {
    startIn("Europe/Berlin", "2025-10-25T20:00:00Z");
    List<SourceRecord> first;
    try (var task = TestingTask.start(settings())) {
      first = task.begin(1);
    }
    insertAt(OVER_THE_REPEATED_HOUR);
    Lsn end = database.capture();
    List<SourceRecord> rest;
    try (var task = TestingTask.start(settings(), first)) {
      rest = task.pollTo(T, end);
    }
    for (int i = 0; i < rest.size(); i++) {
      List<SourceRecord> committed = new ArrayList<>(first);
      committed.addAll(rest.subList(0, i));
      try (var task = TestingTask.start(settings(), committed)) {
        committed.addAll(task.pollTo(T, end));
      }
      assertThat(times(committed)).as("after record " + i).isEqualTo(OVER_THE_REPEATED_HOUR);
    }
  }

  @Test
  void aTableThatChangesInTheSecondPassAloneIsNotAnHourEarly() throws Exception {
    startIn("Europe/Berlin", "2025-10-25T20:00:00Z");
    createTable("other");
    List<SourceRecord> records;
    try (var task = TestingTask.start(settings())) {
      records = task.begin(2);
    }
    clock.set("2025-10-26T00:50:00Z");
    database.execute("INSERT INTO dbo.other VALUES (1)");
    insertAt(List.of("2025-10-26T01:20:00Z"));
    Lsn end = database.capture();
    clock.set("2025-10-26T04:00:00Z");
    try (var task = TestingTask.start(settings(), records)) {
      assertThat(times(task.pollTo(T, end))).containsExactly("2025-10-26T01:20:00Z");
    }
  }

  @Test
  void aTableThatBeginsInTheSecondPassIsNotAnHourEarly() throws Exception {
    startIn("Europe/Berlin", "2025-10-26T00:50:00Z");
    insertAt(List.of("2025-10-26T00:50:00Z", "2025-10-26T01:05:00Z"));
    database.capture();
    try (var task = TestingTask.start(settings())) {
      task.begin(1);
      insertAt(List.of("2025-10-26T01:20:00Z"));
      List<SourceRecord> records = task.pollTo(T, database.capture());
      assertThat(instant(value(records.get(0)).getInt64(Fields.COMMIT_TS)))
          .isEqualTo("2025-10-26T01:05:00Z");
      assertThat(times(records)).containsExactly("2025-10-26T01:20:00Z");
    }
  }

  /** A snapshot that is settled too early would hide commits that its chunk showed. */
  @Test
  void aSnapshotInTheRepeatedHourIsReadUntilItsLastPass() throws Exception {
    startIn("Europe/Berlin", "2025-10-26T01:10:00Z");
    insertAt(List.of("2025-10-26T01:10:00Z"));
    Map<String, String> settings = settings();
    settings.put("snapshot.mode", "initial");
    try (var task = TestingTask.start(settings)) {
      SourceRecord chunk = events(task.begin(1), EventType.SNAPSHOT_CHUNK).get(0);
      assertThat(instant(((EventDetail.SnapshotChunk) detail(chunk)).readUntil()))
          .isEqualTo("2025-10-26T01:10:01Z");
    }
  }

  @Test
  void theHourThatASpringForwardLeavesOutHasNoCommits() throws Exception {
    startIn("Europe/Berlin", "2025-03-29T20:00:00Z");
    List<String> times =
        List.of("2025-03-30T00:59:59Z", "2025-03-30T01:00:00Z", "2025-03-30T01:30:00Z");
    try (var task = TestingTask.start(settings())) {
      task.begin(1);
      insertAt(times);
      assertThat(times(task.pollTo(T, database.capture()))).isEqualTo(times);
    }
  }

  @Test
  void noCommitIsEarlierThanTheOneBeforeWhenTheClockIsSetBack() throws Exception {
    startIn("Europe/Berlin", "2025-06-01T20:00:00Z");
    try (var task = TestingTask.start(settings())) {
      task.begin(1);
      insertAt(List.of("2025-06-01T21:00:00Z", "2025-06-01T20:59:30Z", "2025-06-01T21:00:10Z"));
      assertThat(times(task.pollTo(T, database.capture())))
          .containsExactly("2025-06-01T21:00:00Z", "2025-06-01T21:00:00Z", "2025-06-01T21:00:10Z");
    }
  }

  /** What a server before SQL Server 2022 says to the question for its zone. */
  private void doNotKnowTheZone(int times) {
    for (int i = 0; i < times; i++) {
      server
          .standin()
          .orElseThrow()
          .faults()
          .in(database.name())
          .failStatement(
              new StatementFault(
                  1,
                  "CURRENT_TIMEZONE_ID",
                  195,
                  15,
                  "'CURRENT_TIMEZONE_ID' is not a recognized built-in function name."));
    }
  }

  private List<String> faultsOfTheZone() {
    return new SqlServerCdcSourceConnector()
        .validate(settings()).configValues().stream()
            .filter(value -> value.name().equals("source.time.zone"))
            .flatMap(value -> value.errorMessages().stream())
            .toList();
  }

  @Test
  void aServerBefore2022WhoseClocksChangeRequiresTheZone() throws Exception {
    startIn("Europe/Berlin", "2025-06-01T20:00:00Z");
    doNotKnowTheZone(2);
    assertThat(faultsOfTheZone())
        .singleElement()
        .asString()
        .contains("SQL Server 2022", "+02:00", "set source.time.zone");
    try (var task = TestingTask.start(settings())) {
      assertThatThrownBy(() -> task.pollUntil(r -> false))
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining("set source.time.zone");
    }
  }

  @Test
  void aServerBefore2022WithoutDaylightSavingDoesNotRequireTheZone() throws Exception {
    startIn("Asia/Kolkata", "2025-06-01T20:00:00Z");
    doNotKnowTheZone(2);
    assertThat(faultsOfTheZone()).isEmpty();
    try (var task = TestingTask.start(settings())) {
      task.begin(1);
      insertAt(List.of("2025-06-01T21:00:00Z"));
      assertThat(times(task.pollTo(T, database.capture()))).containsExactly("2025-06-01T21:00:00Z");
    }
  }
}
