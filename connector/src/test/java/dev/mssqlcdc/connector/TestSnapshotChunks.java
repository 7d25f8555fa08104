package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.isRow;
import static dev.mssqlcdc.connector.TestingRecords.key;
import static dev.mssqlcdc.connector.TestingRecords.lsn;
import static dev.mssqlcdc.connector.TestingRecords.operation;
import static dev.mssqlcdc.connector.TestingRecords.snapshotRows;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots are read in chunks by the key, next to the stream. */
class TestSnapshotChunks {

  private static final String TOPIC = "p.dbo.t";

  private TestingDatabase database;

  @BeforeEach
  void create() throws SQLException {
    database = TestingDatabase.create();
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings(int chunkRows) {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.chunk.rows", String.valueOf(chunkRows));
    return settings;
  }

  private static boolean isComplete(List<SourceRecord> records) {
    return !events(records, EventType.BOOTSTRAP).isEmpty();
  }

  private static List<EventDetail.SnapshotChunk> chunks(List<SourceRecord> records) {
    return events(records, EventType.SNAPSHOT_CHUNK).stream()
        .map(r -> (EventDetail.SnapshotChunk) detail(r))
        .toList();
  }

  private static List<Integer> ids(List<SourceRecord> records) {
    return records.stream().map(r -> key(r).getInt32("id")).toList();
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.rangeClosed(from, to).boxed().toList();
  }

  private void createWith(int rows) throws SQLException {
    database.execute("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, n int NULL)");
    database.track("dbo", "t");
    for (int i = 1; i <= rows; i++) {
      database.execute("INSERT INTO dbo.t VALUES (%d, 0)".formatted(i));
    }
    database.capture();
  }

  @Test
  void followEachOtherByTheKeyAndTellTheirBounds() throws Exception {
    createWith(7);
    try (var task = TestingTask.start(settings(3))) {
      List<SourceRecord> records = task.pollUntil(TestSnapshotChunks::isComplete);
      assertThat(ids(snapshotRows(records))).isEqualTo(range(1, 7));
      assertThat(snapshotRows(records).stream().map(r -> value(r).getInt32("_chunk")))
          .containsExactly(0, 0, 0, 1, 1, 1, 2);
      List<EventDetail.SnapshotChunk> chunks = chunks(records);
      assertThat(chunks.stream().map(EventDetail.SnapshotChunk::low))
          .containsExactly(null, List.of("3"), List.of("6"));
      assertThat(chunks.stream().map(EventDetail.SnapshotChunk::high))
          .containsExactly(List.of("3"), List.of("6"), List.of("7"));
      assertThat(chunks.stream().map(EventDetail.SnapshotChunk::last))
          .containsExactly(false, false, true);
      assertThat(events(records, EventType.SNAPSHOT_CHUNK).stream().map(TestingRecords::eventRows))
          .containsExactly(3L, 3L, 1L);
      var complete =
          (EventDetail.SnapshotComplete) detail(events(records, EventType.BOOTSTRAP).get(0));
      assertThat(complete.chunks()).isEqualTo(3);
      assertThat(complete.readUntil()).isEqualTo(chunks.get(2).readUntil());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 5, 6, 7, 9, 10})
  void goOnWhereTheyWereAfterARestart(int committedRows) throws Exception {
    createWith(10);
    Map<String, String> settings = settings(4);
    List<SourceRecord> first;
    try (var task = TestingTask.start(settings)) {
      first = task.pollUntil(TestSnapshotChunks::isComplete);
    }
    List<SourceRecord> committed = upToRow(first, committedRows);
    database.execute("INSERT INTO dbo.t VALUES (11, 0)");
    Lsn end = database.capture();
    try (var task = TestingTask.start(settings, committed)) {
      List<SourceRecord> rest =
          task.pollUntil(r -> isComplete(r) && isProgressAtOrAbove(r, TOPIC, end));
      assertThat(ids(snapshotRows(rest))).isEqualTo(range(committedRows + 1, 10));
      assertThat(events(rest, EventType.SNAPSHOT_OPEN)).isEmpty();
      List<SourceRecord> all = new ArrayList<>(committed);
      all.addAll(rest);
      assertThat(events(all, EventType.SNAPSHOT_CHUNK).stream().map(TestingRecords::eventRows))
          .containsExactly(4L, 4L, 2L);
      assertThat(snapshotRows(all).stream().collect(stampsOfChunks()).values())
          .as("one stamp a chunk")
          .allMatch(stamps -> stamps.size() == 1);
      assertThat(changes(rest)).hasSize(1);
    }
  }

  @Test
  void endAtTheGreatestKeyThatTheTableHasWhenTheFirstIsRead() throws Exception {
    createWith(10);
    List<SourceRecord> first;
    try (var task = TestingTask.start(settings(4))) {
      first = task.pollUntil(TestSnapshotChunks::isComplete);
    }
    database.execute("INSERT INTO dbo.t VALUES (11, 0)");
    Lsn end = database.capture();
    try (var task = TestingTask.start(settings(4), upToRow(first, 0))) {
      List<SourceRecord> rest =
          task.pollUntil(r -> isComplete(r) && isProgressAtOrAbove(r, TOPIC, end));
      assertThat(ids(snapshotRows(rest))).isEqualTo(range(1, 11));
      assertThat(events(rest, EventType.SNAPSHOT_OPEN)).isEmpty();
      assertThat(changes(rest)).hasSize(1);
    }
  }

  private static Collector<SourceRecord, ?, Map<Integer, Set<Lsn>>> stampsOfChunks() {
    return Collectors.groupingBy(
        r -> value(r).getInt32("_chunk"),
        Collectors.mapping(TestingRecords::lsn, Collectors.toSet()));
  }

  /** What a worker had committed that died after so many rows. */
  private static List<SourceRecord> upToRow(List<SourceRecord> records, int rows) {
    List<SourceRecord> committed = new ArrayList<>();
    int seen = 0;
    for (SourceRecord record : records) {
      boolean isSnapshotRow = isRow(record) && operation(record) == 0;
      if (isSnapshotRow && seen == rows) {
        return committed;
      }
      seen += isSnapshotRow ? 1 : 0;
      committed.add(record);
    }
    return committed.subList(
        0,
        indexOf(
                committed,
                r ->
                    TestingRecords.isEvent(r, EventType.SNAPSHOT_CHUNK)
                        && ((EventDetail.SnapshotChunk) detail(r)).last())
            + 1);
  }

  private static int indexOf(List<SourceRecord> records, Predicate<SourceRecord> which) {
    return IntStream.range(0, records.size())
        .filter(i -> which.test(records.get(i)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void letChangesPassInBetween() throws Exception {
    createWith(20);
    try (var task = TestingTask.start(settings(1))) {
      task.pollUntil(r -> chunks(r).size() >= 2);
      database.execute("UPDATE dbo.t SET n = 1 WHERE id = 1");
      Lsn end = database.capture();
      List<SourceRecord> all =
          task.pollUntil(r -> isComplete(r) && isProgressAtOrAbove(r, TOPIC, end));
      assertThat(ids(snapshotRows(all))).isEqualTo(range(1, 20));
      assertThat(changes(all)).hasSize(2);
      assertThat(snapshotRows(all).stream().map(TestingRecords::lsn)).isSorted();
    }
  }

  @Test
  @Timeout(60)
  void endAtOnceWhenTheTaskStopsAndNobodyTakesTheirRows() throws Exception {
    createWith(100);
    Map<String, String> settings = settings(1000);
    settings.put("max.queue.size", "4");
    long start;
    try (var task = TestingTask.start(settings)) {
      task.pollUntil(r -> !snapshotRows(r).isEmpty());
      start = System.nanoTime();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void areReadAboveTheLastKeyWhateverHappensBelow() throws Exception {
    createWith(9);
    Map<String, String> settings = settings(3);
    List<SourceRecord> first;
    try (var task = TestingTask.start(settings)) {
      first = task.pollUntil(TestSnapshotChunks::isComplete);
    }
    List<SourceRecord> committed = upToRow(first, 4);
    database.execute("DELETE FROM dbo.t WHERE id IN (2, 4, 5)", "INSERT INTO dbo.t VALUES (0, 0)");
    Lsn end = database.capture();
    try (var task = TestingTask.start(settings, committed)) {
      List<SourceRecord> rest =
          task.pollUntil(r -> isComplete(r) && isProgressAtOrAbove(r, TOPIC, end));
      assertThat(ids(snapshotRows(rest))).containsExactly(6, 7, 8, 9);
      assertThat(lsn(snapshotRows(rest).get(0)))
          .as("the chunk keeps its stamp")
          .isEqualTo(lsn(snapshotRows(committed).get(3)));
      assertThat(changes(rest)).hasSize(4);
    }
  }

  @Test
  void areNotMadeOfATableWithoutAKeyWhichBeginsAnew() throws Exception {
    database.execute("CREATE TABLE dbo.t (id int NULL)");
    database.track("dbo", "t");
    database.execute("INSERT INTO dbo.t VALUES (1), (2), (3), (4), (5)");
    database.capture();
    Map<String, String> settings = settings(2);
    List<SourceRecord> first;
    try (var task = TestingTask.start(settings)) {
      first = task.pollUntil(TestSnapshotChunks::isComplete);
      assertThat(snapshotRows(first)).hasSize(5);
      assertThat(chunks(first)).hasSize(1);
    }
    try (var task = TestingTask.start(settings, upToRow(first, 3))) {
      List<SourceRecord> again = task.pollUntil(TestSnapshotChunks::isComplete);
      assertThat(snapshotRows(again)).hasSize(5);
      assertThat(events(again, EventType.SNAPSHOT_OPEN)).hasSize(1);
      assertThat(chunks(again).get(0).snapshot()).endsWith("-2");
    }
  }
}
