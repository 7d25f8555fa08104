package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.event;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isEvent;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.isRow;
import static dev.mssqlcdc.connector.TestingRecords.lsn;
import static dev.mssqlcdc.connector.TestingRecords.operation;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TestSnapshot {

  private static final String TOPIC = "p.dbo.t";

  private TestingDatabase database;

  @BeforeEach
  void create() throws SQLException {
    database = TestingDatabase.create();
    database.execute("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, n int NULL)");
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private static boolean isComplete(List<SourceRecord> records) {
    return !events(records, EventType.BOOTSTRAP).isEmpty() && hasBegun(records);
  }

  private static boolean hasBegun(List<SourceRecord> records) {
    return !events(records, EventType.PROGRESS).isEmpty();
  }

  private static List<SourceRecord> withoutProgress(List<SourceRecord> records) {
    return records.stream().filter(r -> !isEvent(r, EventType.PROGRESS)).toList();
  }

  @Test
  void comesAsOpenRowsChunkAndBootstrap() throws Exception {
    database.track("dbo", "t");
    database.execute("INSERT INTO dbo.t VALUES (1, 10), (3, NULL)");
    Lsn max = database.capture();
    long before = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    try (var task = TestingTask.start(database.settings("dbo\\.t"))) {
      List<SourceRecord> all = task.pollUntil(TestSnapshot::isComplete);
      assertThat(event(all.get(0))).as("precedes the progress").contains(EventType.SNAPSHOT_OPEN);
      List<SourceRecord> records = withoutProgress(all);
      var open = (EventDetail.SnapshotOpen) detail(records.get(0));
      assertThat(open)
          .isEqualTo(
              new EventDetail.SnapshotOpen(
                  max + "-1",
                  max.toString(),
                  List.of("id"),
                  false,
                  "initial",
                  null,
                  "table dbo.t: all rows are read in the order of the key, and after an interruption from there on"));
      List<SourceRecord> rows = records.subList(1, 3);
      assertThat(rows).allMatch(r -> isRow(r) && operation(r) == 0 && lsn(r).equals(max));
      assertThat(rows).allMatch(r -> value(r).getString("_snapshot").equals(open.snapshot()));
      assertThat(rows).allMatch(r -> value(r).getInt32("_chunk") == 0);
      assertThat(rows).allMatch(r -> value(r).getString("_seqval") == null);
      assertThat(rows.stream().map(r -> value(r).getInt32("n"))).containsExactly(10, null);
      var chunk = (EventDetail.SnapshotChunk) detail(records.get(3));
      assertThat(chunk.stamp()).isEqualTo(max.toString());
      assertThat(chunk.low()).isNull();
      assertThat(chunk.high()).containsExactly("3");
      assertThat(chunk.last()).isTrue();
      assertThat(chunk.readUntil()).isGreaterThan(before);
      assertThat(TestingRecords.eventRows(records.get(3))).isEqualTo(2);
      var complete = (EventDetail.SnapshotComplete) detail(records.get(4));
      assertThat(complete.type()).isEqualTo(EventType.BOOTSTRAP);
      assertThat(complete.chunks()).isEqualTo(1);
      assertThat(complete.readUntil()).isEqualTo(chunk.readUntil());
      assertThat(records).hasSize(5);
      assertThat(chunk.progress().rowsRead()).isEqualTo(2);
    }
  }

  @Test
  void ofAnEmptyTableHasOneChunkWithoutRows() throws Exception {
    database.track("dbo", "t");
    try (var task = TestingTask.start(database.settings("dbo\\.t"))) {
      List<SourceRecord> records = withoutProgress(task.pollUntil(TestSnapshot::isComplete));
      assertThat(records.stream().map(r -> event(r).orElseThrow()))
          .startsWith(EventType.SNAPSHOT_OPEN, EventType.SNAPSHOT_CHUNK, EventType.BOOTSTRAP);
      assertThat(((EventDetail.SnapshotChunk) detail(records.get(1))).high()).isNull();
      assertThat(TestingRecords.eventRows(records.get(1))).isZero();
    }
  }

  @Test
  void rowsFromBeforeCaptureWasEnabledAreRead() throws Exception {
    database.execute("INSERT INTO dbo.t VALUES (1, 1)");
    database.track("dbo", "t");
    try (var task = TestingTask.start(database.settings("dbo\\.t"))) {
      List<SourceRecord> records = task.pollUntil(TestSnapshot::isComplete);
      assertThat(records.stream().filter(TestingRecords::isRow)).hasSize(1);
    }
  }

  @Test
  void noDataBeginsWithTheChanges() throws Exception {
    database.track("dbo", "t");
    database.execute("INSERT INTO dbo.t VALUES (1, 1)");
    database.capture();
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.mode", "no_data");
    try (var task = TestingTask.start(settings)) {
      task.pollUntil(TestSnapshot::hasBegun);
      database.execute("INSERT INTO dbo.t VALUES (2, 2)");
      Lsn end = database.capture();
      List<SourceRecord> records = task.pollUntil(r -> isProgressAtOrAbove(r, TOPIC, end));
      assertThat(records.stream().filter(TestingRecords::isRow)).hasSize(1);
      assertThat(events(records, EventType.SNAPSHOT_OPEN)).isEmpty();
    }
  }

  /** The image of each key that silver would end with equals the table, whatever raced. */
  @Test
  void joinsTheStreamWithoutAGap() throws Exception {
    database.track("dbo", "t");
    for (int i = 0; i < 200; i++) {
      database.execute("INSERT INTO dbo.t VALUES (%d, 0)".formatted(i));
    }
    database.capture();
    try (var task = TestingTask.start(database.settings("dbo\\.t"))) {
      CompletableFuture<Lsn> writer = CompletableFuture.supplyAsync(this::churn);
      Lsn end = writer.join();
      List<SourceRecord> records =
          task.pollUntil(r -> isProgressAtOrAbove(r, TOPIC, end) && isComplete(r));
      assertThat(latestImages(records)).isEqualTo(table());
    }
  }

  private Lsn churn() {
    try {
      for (int i = 0; i < 200; i += 3) {
        database.execute(
            "UPDATE dbo.t SET n = n + 1 WHERE id = " + i,
            "DELETE FROM dbo.t WHERE id = " + (i + 1),
            "INSERT INTO dbo.t VALUES (%d, 5)".formatted(i + 1000));
        if (i % 30 == 0) {
          database.capture();
        }
      }
      return database.capture();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<Integer, Integer> latestImages(List<SourceRecord> records) {
    Map<Integer, Integer> images = new HashMap<>();
    List<SourceRecord> rows = records.stream().filter(TestingRecords::isRow).toList();
    rows.stream()
        .sorted((a, b) -> lsn(a).compareTo(lsn(b)))
        .forEach(
            r -> {
              int id = TestingRecords.key(r).getInt32("id");
              if (operation(r) == 1) {
                images.remove(id);
              } else {
                images.put(id, value(r).getInt32("n"));
              }
            });
    return images;
  }

  private Map<Integer, Integer> table() throws SQLException {
    Map<Integer, Integer> rows = new HashMap<>();
    database.query("SELECT id, n FROM dbo.t", r -> rows.put(r.getInt(1), r.getInt(2)));
    return rows;
  }
}
