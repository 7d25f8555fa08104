package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.ofTopic;
import static dev.mssqlcdc.connector.TestingRecords.snapshotRows;
import static dev.mssqlcdc.connector.TestingSnapshots.ids;
import static dev.mssqlcdc.connector.TestingSnapshots.isComplete;
import static dev.mssqlcdc.connector.TestingSnapshots.opens;
import static dev.mssqlcdc.connector.TestingSnapshots.stopped;
import static dev.mssqlcdc.connector.TestingSnapshots.upToRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots of only some rows, by {@code snapshot.select.statement.overrides}. */
class TestSnapshotSelects {

  private static final String SELECTS = "snapshot.select.statement.overrides";
  private static final String T = "p.dbo.t";
  private static final String U = "p.dbo.u";

  private TestingDatabase database;

  @BeforeEach
  void createTables() throws SQLException {
    database = TestingDatabase.create();
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, n int NULL)",
        "CREATE TABLE dbo.u (id int NULL, n int NULL)");
    for (String table : List.of("t", "u")) {
      database.track("dbo", table);
      database.execute(
          "INSERT INTO dbo.%s VALUES (1, 0), (2, 1), (3, 0), (4, 1), (5, 1), (6, 0), (7, 1)"
              .formatted(table));
    }
    database.capture();
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings(String table, String statement) {
    Map<String, String> settings = database.settings("dbo\\.[tu]");
    settings.put(SELECTS, table);
    settings.put(SELECTS + "." + table, statement);
    settings.put("snapshot.chunk.rows", "3");
    return settings;
  }

  private static List<SourceRecord> run(Map<String, String> settings, String topic)
      throws Exception {
    try (var task = TestingTask.start(settings)) {
      return ofTopic(task.pollUntil(r -> isComplete(ofTopic(r, topic))), topic);
    }
  }

  private static Map<String, List<String>> faults(Map<String, String> settings) {
    return new SqlServerCdcSourceConnector()
        .validate(settings).configValues().stream()
            .filter(value -> !value.errorMessages().isEmpty())
            .collect(Collectors.toMap(ConfigValue::name, ConfigValue::errorMessages));
  }

  @ParameterizedTest
  @ValueSource(strings = {"dbo.t", "DBO.T"})
  void areReadInChunksAndSayThatTheyArePartial(String name) throws Exception {
    Map<String, String> settings = settings(name, "SELECT * FROM dbo.t WHERE n = 1 -- no others");
    assertThat(faults(settings)).isEmpty();
    List<SourceRecord> records = run(settings, T);
    assertThat(ids(snapshotRows(records))).containsExactly(2, 4, 5, 7);
    assertThat(TestingSnapshots.chunks(records)).hasSize(2);
    assertThat(TestingSnapshots.chunks(records).get(0).progress().rowsEstimated())
        .as("of the whole table would mislead")
        .isNull();
    assertThat(opens(records).get(0).partial()).isTrue();
    var complete =
        (EventDetail.SnapshotComplete) detail(events(records, EventType.BOOTSTRAP).get(0));
    assertThat(complete.partial()).isTrue();
  }

  @Test
  void leaveOtherTablesAndChangesWhole() throws Exception {
    try (var task = TestingTask.start(settings("dbo.t", "SELECT id, n FROM dbo.t WHERE n = 1"))) {
      task.pollUntil(r -> isComplete(ofTopic(r, T)) && isComplete(ofTopic(r, U)));
      database.execute("INSERT INTO dbo.t VALUES (8, 0)");
      Lsn end = database.capture();
      List<SourceRecord> records = task.pollTo(T, end);
      assertThat(ids(changes(ofTopic(records, T)))).containsExactly(8);
      assertThat(snapshotRows(ofTopic(records, U))).hasSize(7);
      assertThat(opens(ofTopic(records, U)).get(0).partial()).isFalse();
    }
  }

  @Test
  void goOnAfterARestart() throws Exception {
    Map<String, String> settings = settings("dbo.t", "SELECT * FROM dbo.t WHERE n = 1");
    List<SourceRecord> begun = upToRow(run(settings, T), 2);
    try (var task = TestingTask.start(settings, begun)) {
      List<SourceRecord> rest = ofTopic(task.pollUntil(r -> isComplete(ofTopic(r, T))), T);
      assertThat(opens(rest)).isEmpty();
      assertThat(ids(snapshotRows(rest))).containsExactly(5, 7);
    }
  }

  @Test
  void ofATableWithoutAKeyAreReadAtOnce() throws Exception {
    List<SourceRecord> records = run(settings("dbo.u", "SELECT n, id FROM dbo.u WHERE id > 5"), U);
    assertThat(ids(snapshotRows(records))).containsExactlyInAnyOrder(6, 7);
    assertThat(TestingSnapshots.chunks(records)).hasSize(1);
    assertThat(opens(records).get(0).partial()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "SELECT * FROM dbo.t ORDER BY id, 1033",
    "SELECT id FROM dbo.t, 207",
    "SELECT * FROM dbo.t WHERE m = 1, 207",
    "SELECT * FROM dbo.nowhere, 208"
  })
  void thatTheServerRefusesStopTheSnapshotAlone(String statement, int error) throws Exception {
    try (var task = TestingTask.start(settings("dbo.t", statement))) {
      List<SourceRecord> records =
          task.pollUntil(
              r -> TestingSnapshots.isStopped(ofTopic(r, T)) && isComplete(ofTopic(r, U)));
      EventDetail.SnapshotStopped stopped = stopped(ofTopic(records, T));
      assertThat(stopped.cause()).contains("dbo.t", "(error " + error + ")");
      assertThat(stopped.remedy()).contains(SELECTS);
      database.execute("INSERT INTO dbo.t VALUES (8, 0)");
      Lsn end = database.capture();
      records = task.pollTo(T, end);
      assertThat(ids(changes(ofTopic(records, T)))).containsExactly(8);
      assertThat(events(records, EventType.TABLE_STOPPED)).isEmpty();
    }
  }

  @Test
  void needTheListAndTheStatement() {
    Map<String, String> settings = settings("dbo.t", " ");
    assertThat(faults(settings)).containsOnlyKeys(SELECTS);
    assertThat(faults(settings).get(SELECTS).get(0)).contains(SELECTS + ".dbo.t");
    settings = settings("dbo.t", "SELECT * FROM dbo.t");
    settings.put(SELECTS, "");
    assertThat(faults(settings)).containsOnlyKeys(SELECTS + ".dbo.t");
    settings.put(SELECTS, "dbo.u, dbo.t");
    assertThat(faults(settings)).containsOnlyKeys(SELECTS);
    assertThat(faults(settings).get(SELECTS).get(0)).contains(SELECTS + ".dbo.u");
  }

  @Test
  void ofATableThatIsNotReadAreRefused() {
    for (String name : List.of("dbo.tt", "t", "dbo.other")) {
      Map<String, List<String>> faults = faults(settings(name, "SELECT * FROM dbo.t"));
      assertThat(faults).containsOnlyKeys(SELECTS);
      assertThat(faults.get(SELECTS).get(0)).contains("names table " + name);
    }
  }
}
