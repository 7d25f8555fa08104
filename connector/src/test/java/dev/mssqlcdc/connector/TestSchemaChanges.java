package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestSchemaChanges {

  private static final String T = "p.dbo.t";

  private TestingDatabase database;

  @BeforeEach
  void create() throws SQLException {
    database = TestingDatabase.create();
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private void createTable(String type) throws SQLException {
    database.execute("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, v " + type + " NULL)");
    database.track("dbo", "t");
  }

  private Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.mode", "no_data");
    return settings;
  }

  private Map<String, String> proceeding() {
    Map<String, String> settings = settings();
    settings.put("schema.incompatible", "proceed");
    return settings;
  }

  private static List<String> values(List<SourceRecord> records) {
    return changes(records).stream().map(r -> String.valueOf(value(r).get("v"))).toList();
  }

  private static EventDetail.SchemaChange schemaChange(List<SourceRecord> records) {
    List<SourceRecord> events = events(records, EventType.SCHEMA_CHANGE);
    assertThat(events).hasSize(1);
    return (EventDetail.SchemaChange) detail(events.get(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tinyint | smallint | 255 | 32767 | 255 | 32767",
        "smallint | int | -32768 | 2147483647 | -32768 | 2147483647",
        "smallint | bigint | 7 | 9223372036854775807 | 7 | 9223372036854775807",
        "int | bigint | 2147483647 | -9223372036854775808 | 2147483647 | -9223372036854775808",
        "int | float | 2147483647 | 1.5 | 2.147483647E9 | 1.5",
        "smallint | float | 3 | 1e300 | 3.0 | 1.0E300",
        "int | decimal(12,2) | 2147483647 | 1.25 | 2147483647.00 | 1.25",
        "decimal(5,2) | decimal(9,4) | 123.45 | 12345.6789 | 123.4500 | 12345.6789",
        "real | float | 0.5 | 0.1 | 0.5 | 0.1",
      })
  void aWiderTypeGoesOnWithoutARestart(
      String before, String after, String small, String large, String first, String second)
      throws Exception {
    createTable(before);
    try (var task = TestingTask.start(proceeding())) {
      task.begin(1);
      database.execute("INSERT INTO dbo.t VALUES (1, " + small + ")");
      database.execute(
          "ALTER TABLE dbo.t ALTER COLUMN v " + after + " NULL",
          "INSERT INTO dbo.t VALUES (2, " + large + ")");
      Lsn end = database.capture();
      List<SourceRecord> records = task.pollTo(T, end);
      assertThat(values(records)).containsExactly(first, second);
      assertThat(schemaChange(records).changes())
          .containsExactly("column v changed its type from %s to %s".formatted(before, after));
      SourceRecord last = changes(records).get(1);
      assertThat(last.valueSchema().field("v").schema().parameters().get("mssqlcdc.type"))
          .isEqualTo(after);
    }
  }

  @Test
  void aDateWidensToATimestamp() throws Exception {
    createTable("date");
    try (var task = TestingTask.start(proceeding())) {
      task.begin(1);
      database.execute(
          "INSERT INTO dbo.t VALUES (1, '1970-01-02')",
          "ALTER TABLE dbo.t ALTER COLUMN v datetime2(3) NULL",
          "INSERT INTO dbo.t VALUES (2, '1970-01-01T00:00:01.5')");
      Lsn end = database.capture();
      assertThat(values(task.pollTo(T, end))).containsExactly("86400000000", "1500000");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "int | decimal(12,2) | 5 | 5.00",
        "date | datetime2(3) | '1970-01-02' | 86400000000"
      })
  void aChangeThatARegistryRefusesStopsUntilItIsToProceed(
      String before, String after, String value, String sent) throws Exception {
    createTable(before);
    List<SourceRecord> records;
    try (var task = TestingTask.start(settings())) {
      task.begin(1);
      database.execute(
          "ALTER TABLE dbo.t ALTER COLUMN v " + after + " NULL",
          "INSERT INTO dbo.t VALUES (1, " + value + ")");
      database.capture();
      EventDetail.TableStopped stopped = task.stopped();
      assertThat(stopped.cause()).contains("column v", "dbo.t", after, "BACKWARD");
      assertThat(stopped.remedy()).contains("schema.incompatible=proceed");
      records = new ArrayList<>(task.records());
      assertThat(changes(records)).isEmpty();
    }
    try (var task = TestingTask.start(settings(), records)) {
      assertThat(task.stopped().cause()).contains("BACKWARD");
    }
    Lsn end = database.capture();
    try (var task = TestingTask.start(proceeding(), records)) {
      List<SourceRecord> rest = task.pollTo(T, end);
      assertThat(values(rest)).containsExactly(sent);
      records.addAll(rest);
    }
    try (var task = TestingTask.start(settings(), records)) {
      database.execute("INSERT INTO dbo.t VALUES (2, " + value + ")");
      Lsn later = database.capture();
      assertThat(values(task.pollTo(T, later)))
          .as("what was sent once may go on")
          .containsExactly(sent);
    }
  }

  @Test
  void aTypeThatTheRecordsCannotHoldStopsAgainAfterARestart() throws Exception {
    createTable("int");
    List<SourceRecord> records;
    try (var task = TestingTask.start(settings())) {
      task.begin(1);
      database.execute(
          "ALTER TABLE dbo.t ALTER COLUMN v nvarchar(9) NULL",
          "INSERT INTO dbo.t VALUES (1, N'x')");
      database.capture();
      task.stopped();
      records = new ArrayList<>(task.records());
    }
    try (var task = TestingTask.start(settings(), records)) {
      assertThat(task.stopped().cause()).contains("column v", "nvarchar(9)", "INT32");
      assertThat(changes(task.records())).isEmpty();
    }
    Map<String, String> without = settings();
    without.put("column.exclude.list", "dbo\\.t\\.v");
    try (var task = TestingTask.start(without, records)) {
      Lsn end = database.capture();
      assertThat(changes(task.pollTo(T, end))).hasSize(1);
    }
  }

  @Test
  void aNarrowerTypeKeepsItsFieldAfterARestart() throws Exception {
    createTable("bigint");
    List<SourceRecord> records;
    try (var task = TestingTask.start(settings())) {
      records = new ArrayList<>(task.begin(1));
    }
    database.execute(
        "ALTER TABLE dbo.t ALTER COLUMN v int NULL", "INSERT INTO dbo.t VALUES (1, 1)");
    Lsn end = database.capture();
    try (var task = TestingTask.start(settings(), records)) {
      List<SourceRecord> rest = task.pollTo(T, end);
      assertThat(value(changes(rest).get(0)).getInt64("v")).isEqualTo(1);
    }
  }

  @Test
  void theSchemaStaysUntilTheChangeIsReached() throws Exception {
    createTable("int");
    try (var task = TestingTask.start(settings())) {
      task.begin(1);
      database.execute("INSERT INTO dbo.t VALUES (1, 1)");
      Lsn first = database.capture();
      List<SourceRecord> records = task.pollTo(T, first);
      assertThat(value(changes(records).get(0)).getInt32("v")).isEqualTo(1);
      database.execute(
          "ALTER TABLE dbo.t ALTER COLUMN v bigint NULL", "INSERT INTO dbo.t VALUES (2, 2)");
      Lsn end = database.capture();
      records = task.pollTo(T, end);
      assertThat(value(changes(records).get(1)).getInt64("v")).isEqualTo(2);
    }
  }

  @Test
  void aSnapshotOfATableThatIsWiderAlreadyWidensAtOnce() throws Exception {
    createTable("int");
    database.execute(
        "INSERT INTO dbo.t VALUES (1, 1)",
        "ALTER TABLE dbo.t ALTER COLUMN v bigint NULL",
        "INSERT INTO dbo.t VALUES (2, 5000000000)");
    Map<String, String> settings = settings();
    settings.put("snapshot.mode", "initial");
    try (var task = TestingTask.start(settings)) {
      List<SourceRecord> records = task.pollUntil(r -> !events(r, EventType.BOOTSTRAP).isEmpty());
      assertThat(
              records.stream()
                  .filter(TestingRecords::isRow)
                  .map(r -> value(r).getInt64("v"))
                  .toList())
          .containsExactly(1L, 5_000_000_000L);
      Lsn end = database.capture();
      records = task.pollTo(T, end);
      assertThat(schemaChange(records).changes()).hasSize(1);
      assertThat(changes(records)).isNotEmpty();
    }
  }

  @Test
  void aPolicyOfFailStopsAtEveryChangeAndClassifyGoesPastIt() throws Exception {
    createTable("int");
    Map<String, String> fail = settings();
    fail.put("schema.change.policy", "fail");
    List<SourceRecord> records = new ArrayList<>();
    try (var task = TestingTask.start(fail)) {
      task.begin(1);
      database.execute(
          "INSERT INTO dbo.t VALUES (1, 1)",
          "ALTER TABLE dbo.t ADD w int NULL",
          "INSERT INTO dbo.t VALUES (2, 2, 2)");
      database.capture();
      records.addAll(task.pollUntil(r -> !events(r, EventType.TABLE_STOPPED).isEmpty()));
    }
    var stopped =
        (EventDetail.TableStopped) detail(events(records, EventType.TABLE_STOPPED).get(0));
    assertThat(stopped.cause()).contains("dbo.t", "ADD w int");
    assertThat(stopped.remedy()).contains("schema.change.policy=classify");
    assertThat(values(records)).containsExactly("1");
    try (var task = TestingTask.start(fail, records)) {
      List<SourceRecord> again = task.pollUntil(r -> !events(r, EventType.TABLE_STOPPED).isEmpty());
      assertThat(changes(again)).isEmpty();
    }
    try (var task = TestingTask.start(settings(), records)) {
      Lsn end = database.capture();
      List<SourceRecord> rest = task.pollTo(T, end);
      assertThat(values(rest)).containsExactly("2");
      assertThat(schemaChange(rest).ddl()).contains("ADD w int");
      records.addAll(rest);
    }
    try (var task = TestingTask.start(fail, records)) {
      database.execute("INSERT INTO dbo.t VALUES (3, 3, 3)");
      Lsn end = database.capture();
      assertThat(values(task.pollTo(T, end))).containsExactly("3");
    }
  }
}
