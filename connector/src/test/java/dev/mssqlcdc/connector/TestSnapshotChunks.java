package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.isRow;
import static dev.mssqlcdc.connector.TestingRecords.key;
import static dev.mssqlcdc.connector.TestingRecords.lsn;
import static dev.mssqlcdc.connector.TestingRecords.operation;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots are read in chunks by the key, next to the stream. */
class TestSnapshotChunks {

  private static final String TOPIC = "p.dbo.t";
  private static final List<String> KEY = List.of("a", "b", "k");

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

  private static List<SourceRecord> snapshotRows(List<SourceRecord> records) {
    return records.stream().filter(r -> isRow(r) && operation(r) == 0).toList();
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
  @ValueSource(ints = {0, 1, 2, 4, 5, 6, 7, 9, 10})
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

  /**
   * Keys of one column of each type; a composite one; texts whose order is not that of their bytes.
   */
  static Stream<Arguments> keys() {
    return Stream.of(
        Arguments.of(
            "k bigint NOT NULL PRIMARY KEY",
            "(-9223372036854775808), (-1), (0), (9223372036854775807)"),
        Arguments.of("k tinyint NOT NULL PRIMARY KEY", "(0), (1), (254), (255)"),
        Arguments.of("k bit NOT NULL PRIMARY KEY", "(0), (1)"),
        Arguments.of(
            "k decimal(38,10) NOT NULL PRIMARY KEY",
            "(-1234567890123456789012345678.0000000001), (0), (0.0000000001), (1.5)"),
        Arguments.of("k money NOT NULL PRIMARY KEY", "(-922337203685477.5808), (0), (0.0001), (1)"),
        Arguments.of(
            "k float NOT NULL PRIMARY KEY",
            "(-1.7976931348623157E+308), (0.1), (0.30000000000000004), (1E+300)"),
        Arguments.of("k real NOT NULL PRIMARY KEY", "(-3.4E+38), (0.1), (0.2), (3.4E+38)"),
        Arguments.of(
            "k date NOT NULL PRIMARY KEY",
            "('0001-01-01'), ('1582-10-10'), ('2024-02-29'), ('9999-12-31')"),
        Arguments.of(
            "k datetime NOT NULL PRIMARY KEY",
            "('1753-01-01'), ('2024-01-01T00:00:00.003'), ('2024-01-01T00:00:00.007'), ('2024-01-01T00:00:00.010')"),
        Arguments.of(
            "k smalldatetime NOT NULL PRIMARY KEY",
            "('1900-01-01'), ('2024-01-01T00:01:00'), ('2024-01-01T00:02:00')"),
        Arguments.of(
            "k datetime2(7) NOT NULL PRIMARY KEY",
            "('0001-01-01'), ('2024-01-01T00:00:00.0000001'), ('2024-01-01T00:00:00.0000002'), ('9999-12-31T23:59:59.9999999')"),
        Arguments.of(
            "k datetime2(3) NOT NULL PRIMARY KEY",
            "('2024-01-01T00:00:00.001'), ('2024-01-01T00:00:00.002'), ('2024-01-01T00:00:00.003')"),
        Arguments.of(
            "k datetimeoffset(7) NOT NULL PRIMARY KEY",
            "('2024-01-01T00:00:00.0000001+02:00'), ('2023-12-31T22:00:00.0000002+00:00'), ('2024-01-01T00:00:00+00:00')"),
        Arguments.of(
            "k time(7) NOT NULL PRIMARY KEY",
            "('00:00:00'), ('00:00:00.0000001'), ('12:00:00'), ('23:59:59.9999999')"),
        Arguments.of(
            "k uniqueidentifier NOT NULL PRIMARY KEY",
            "('00000000-0000-0000-0000-010000000000'), ('01000000-0000-0000-0000-000000000000'), ('FFFFFFFF-0000-0000-0000-000000000000')"),
        Arguments.of("k varbinary(8) NOT NULL PRIMARY KEY", "(0x00), (0x0001), (0x01), (0xFF)"),
        Arguments.of(
            "k varchar(10) COLLATE Latin1_General_CI_AS NOT NULL PRIMARY KEY",
            "('a'), ('B'), ('c'), ('D'), ('_'), ('')"),
        Arguments.of(
            "k varchar(10) COLLATE Latin1_General_BIN2 NOT NULL PRIMARY KEY",
            "('a'), ('B'), ('c'), ('D'), ('A')"),
        Arguments.of(
            "k nvarchar(10) COLLATE Latin1_General_CS_AS NOT NULL PRIMARY KEY",
            "(N'é'), (N'F'), (N'a'), (N'ü'), (N'日')"),
        Arguments.of("k char(5) NOT NULL PRIMARY KEY", "('a'), ('ab'), ('b'), ('')"),
        Arguments.of(
            "a int NOT NULL, b varchar(5) NOT NULL, k int NOT NULL, PRIMARY KEY (a, b, k)",
            "(1, 'a', 1), (1, 'a', 2), (1, 'b', 1), (1, 'b', 2), (2, 'a', 1), (2, 'c', 9), (3, 'a', 1)"));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void readEveryRowOnceInTheServersOwnOrder(String columns, String rows) throws Exception {
    database.execute(
        "CREATE TABLE dbo.t (%s)".formatted(columns),
        "INSERT INTO dbo.t VALUES %s".formatted(rows));
    database.track("dbo", "t");
    List<String> whole = keysRead(settings(1000));
    List<String> expected = new ArrayList<>();
    database.query("SELECT 1 FROM dbo.t", row -> expected.add(""));
    assertThat(whole).hasSize(expected.size()).doesNotHaveDuplicates();
    assertThat(keysRead(settings(1))).as("a row a chunk").isEqualTo(whole);
    assertThat(keysRead(settings(2))).as("two rows a chunk").isEqualTo(whole);
  }

  private static String text(Struct key, String field) {
    Object value = key.schema().field(field) == null ? "" : key.get(field);
    return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value.toString();
  }

  private static List<String> keysRead(Map<String, String> settings) throws Exception {
    try (var task = TestingTask.start(settings)) {
      return snapshotRows(task.pollUntil(TestSnapshotChunks::isComplete)).stream()
          .map(
              r -> KEY.stream().map(field -> text(key(r), field)).collect(Collectors.joining(", ")))
          .toList();
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
