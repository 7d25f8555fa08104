package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.ofTopic;
import static dev.mssqlcdc.connector.TestingRecords.operation;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of many megabytes, and those that {@code row.max.bytes} does not allow. */
class TestLargeRows {

  private static final String T = "p.dbo.t";
  private static final String OTHER = "p.dbo.other";
  private static final int MB_20 = 20 * 1024 * 1024;

  private TestingDatabase database;

  @BeforeEach
  void create() throws SQLException {
    database = TestingDatabase.create();
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private void createTables(String type) throws SQLException {
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, n int, v %s)".formatted(type),
        "CREATE TABLE dbo.other (id int NOT NULL PRIMARY KEY)");
    database.track("dbo", "t");
    database.track("dbo", "other");
  }

  private Map<String, String> settings(long maxBytes) {
    Map<String, String> settings = database.settings("dbo\\..*");
    settings.put("row.max.bytes", String.valueOf(maxBytes));
    return settings;
  }

  private static int length(SourceRecord record) {
    Object v = value(record).get("v");
    return v instanceof byte[] bytes ? bytes.length : ((String) v).length();
  }

  @ParameterizedTest
  @ValueSource(strings = {"varchar(max)", "nvarchar(max)", "varbinary(max)"})
  void valuesOf20MegabytesPass(String type) throws Exception {
    createTables(type);
    Object large = type.startsWith("varbinary") ? new byte[MB_20] : "x".repeat(MB_20);
    database.insert("INSERT INTO dbo.t VALUES (1, 1, ?)", large);
    database.capture();
    try (var task = TestingTask.start(settings(MB_20 + 1000))) {
      task.begin(1);
      database.execute("UPDATE dbo.t SET n = 2");
      Lsn end = database.capture();
      List<SourceRecord> rows =
          task.pollUntil(r -> isProgressAtOrAbove(r, T, end)).stream()
              .filter(r -> r.topic().equals(T) && TestingRecords.isRow(r))
              .toList();
      assertThat(rows.stream().map(TestingRecords::operation)).containsExactly(0, 3, 4);
      assertThat(rows).allMatch(r -> length(r) == MB_20);
    }
  }

  private static boolean hasStopped(List<SourceRecord> records) {
    return !events(ofTopic(records, T), EventType.TABLE_STOPPED).isEmpty();
  }

  private static String cause(List<SourceRecord> records) {
    SourceRecord stopped = events(ofTopic(records, T), EventType.TABLE_STOPPED).get(0);
    return ((EventDetail.TableStopped) detail(stopped)).cause();
  }

  @Test
  void aTooLargeChangeStopsItsTableAloneAndIsNotSkippedWhenItMayPass() throws Exception {
    createTables("varchar(max)");
    List<SourceRecord> all = new ArrayList<>();
    Lsn end;
    try (var task = TestingTask.start(settings(5000))) {
      task.begin(2);
      database.transaction(
          "INSERT INTO dbo.t VALUES (1, 1, 'small')",
          "INSERT INTO dbo.t VALUES (2, 2, REPLICATE(CAST('x' AS varchar(max)), 6000))",
          "INSERT INTO dbo.t VALUES (3, 3, 'small')");
      database.execute("INSERT INTO dbo.other VALUES (1)");
      end = database.capture();
      all.addAll(task.pollUntil(r -> hasStopped(r) && isProgressAtOrAbove(r, OTHER, end)));
    }
    assertThat(cause(all)).contains("dbo.t", "key {id=2}", "v 6000", "row.max.bytes allows 5000");
    assertThat(changes(ofTopic(all, T)).stream().map(r -> value(r).getInt32("id")))
        .containsExactly(1);

    try (var task = TestingTask.start(settings(5000), all)) {
      List<SourceRecord> again = task.pollUntil(TestLargeRows::hasStopped);
      assertThat(changes(ofTopic(again, T))).isEmpty();
      assertThat(cause(again)).isEqualTo(cause(all));
      all.addAll(again);
    }
    try (var task = TestingTask.start(settings(7000), all)) {
      List<SourceRecord> rest = task.pollUntil(r -> isProgressAtOrAbove(r, T, end));
      assertThat(changes(ofTopic(rest, T)).stream().map(r -> value(r).getInt32("id")))
          .containsExactly(2, 3);
      SourceRecord progress = events(ofTopic(rest, T), EventType.PROGRESS).get(0);
      assertThat(TestingRecords.eventRows(progress)).isEqualTo(3);
    }
  }

  @Test
  void aTooLargeRowStopsASnapshotAloneWhichGoesOnWhereItWas() throws Exception {
    createTables("varchar(max)");
    database.execute(
        "INSERT INTO dbo.t VALUES (1, 1, 'small')",
        "INSERT INTO dbo.t VALUES (2, 2, REPLICATE(CAST('x' AS varchar(max)), 6000))",
        "INSERT INTO dbo.other VALUES (1)");
    database.capture();
    List<SourceRecord> first;
    try (var task = TestingTask.start(settings(5000))) {
      task.pollUntil(r -> !events(r, EventType.SNAPSHOT_STOPPED).isEmpty());
      database.execute("INSERT INTO dbo.t VALUES (3, 3, 'small')");
      first = task.pollTo(T, database.capture());
    }
    var stopped =
        (EventDetail.SnapshotStopped) detail(events(first, EventType.SNAPSHOT_STOPPED).get(0));
    assertThat(stopped.cause()).contains("key {id=2}", "snapshot");
    assertThat(stopped.remedy()).contains("row.max.bytes");
    assertThat(changes(first)).as("the stream goes on").hasSize(1);
    assertThat(events(ofTopic(first, T), EventType.BOOTSTRAP)).isEmpty();
    try (var task = TestingTask.start(settings(7000), first)) {
      List<SourceRecord> rest =
          task.pollUntil(r -> !events(ofTopic(r, T), EventType.BOOTSTRAP).isEmpty());
      assertThat(
              ofTopic(rest, T).stream()
                  .filter(r -> TestingRecords.isRow(r) && operation(r) == 0)
                  .map(TestLargeRows::length))
          .as("it goes on where it was")
          .containsExactly(6000);
    }
  }
}
