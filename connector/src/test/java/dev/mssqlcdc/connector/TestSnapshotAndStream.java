package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.isRow;
import static dev.mssqlcdc.connector.TestingRecords.key;
import static dev.mssqlcdc.connector.TestingRecords.operation;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever happens while a table is read, and however often the task dies: the latest image of each
 * key among snapshot rows and changes is the table's row. Each case is made of its seed; {@code
 * -Dseed=N} runs one alone, {@code -Dlong=true} thousands.
 */
class TestSnapshotAndStream {

  private static final String TOPIC = "p.dbo.t";
  private static final int CASES = Boolean.getBoolean("long") ? 2_000 : 40;
  private static final int KEYS = 30;

  /** The key's definition, its columns, and its n-th value. */
  private enum KeyKind {
    INTEGER("k int NOT NULL PRIMARY KEY", "k = %1$d", "%1$d"),
    TEXT(
        "k varchar(10) COLLATE Latin1_General_CI_AS NOT NULL PRIMARY KEY",
        "k = CHAR(65 + %1$d) + CHAR(122 - %1$d %% 5)",
        "CHAR(65 + %1$d) + CHAR(122 - %1$d %% 5)"),
    COMPOSITE(
        "a int NOT NULL, k bigint NOT NULL, PRIMARY KEY (a, k)",
        "a = %1$d / 7 AND k = %1$d %% 7",
        "%1$d / 7, %1$d %% 7");

    private final String columns;
    private final String equal;
    private final String values;

    KeyKind(String columns, String equal, String values) {
      this.columns = columns;
      this.equal = equal;
      this.values = values;
    }
  }

  static LongStream seeds() {
    Long one = Long.getLong("seed");
    return one != null ? LongStream.of(one) : new Random().longs(CASES, 0, Long.MAX_VALUE);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void endWithTheTablesRows(long seed) throws Exception {
    var random = new Random(seed);
    KeyKind kind = KeyKind.values()[random.nextInt(KeyKind.values().length)];
    try (var database = TestingDatabase.create()) {
      var work = new Work(database, kind, random);
      work.createTable();
      Map<String, String> settings = database.settings("dbo\\.t");
      settings.put("snapshot.chunk.rows", String.valueOf(1 + random.nextInt(8)));
      settings.put("max.batch.size", String.valueOf(1 + random.nextInt(4)));
      settings.put("max.queue.size", "4");
      List<SourceRecord> committed = new ArrayList<>();
      for (int lives = random.nextInt(4); lives > 0; lives--) {
        liveAndDie(settings, work, committed, random);
      }
      try (var task = TestingTask.start(settings, committed)) {
        work.someChanges();
        Lsn end = database.capture();
        committed.addAll(
            task.pollUntil(r -> isProgressAtOrAbove(r, TOPIC, end) && isComplete(committed, r)));
      }
      assertThat(latest(committed)).isEqualTo(work.table());
    }
  }

  private static boolean isComplete(List<SourceRecord> before, List<SourceRecord> now) {
    return !events(before, EventType.BOOTSTRAP).isEmpty()
        || !events(now, EventType.BOOTSTRAP).isEmpty();
  }

  /** Of what the worker was given before it died, it had committed a part. */
  private static void liveAndDie(
      Map<String, String> settings, Work work, List<SourceRecord> committed, Random random)
      throws Exception {
    try (var task = TestingTask.start(settings, committed)) {
      List<SourceRecord> given = new ArrayList<>();
      int records = 1 + random.nextInt(40);
      long deadline = System.nanoTime() + 200_000_000L;
      while (given.size() < records && System.nanoTime() < deadline) {
        given.addAll(task.poll());
        if (random.nextInt(3) == 0) {
          work.someChanges();
        }
      }
      committed.addAll(given.subList(0, given.isEmpty() ? 0 : random.nextInt(given.size() + 1)));
    }
  }

  private static Map<String, Integer> latest(List<SourceRecord> records) {
    List<SourceRecord> rows = records.stream().filter(TestingRecords::isRow).toList();
    Map<String, SourceRecord> latest = new HashMap<>();
    rows.stream()
        .sorted(
            Comparator.comparing(TestingRecords::lsn)
                .thenComparing(r -> number(r, Fields.COMMAND_ID))
                .thenComparing(r -> text(r, Fields.SEQVAL))
                .thenComparing(TestingRecords::operation))
        .forEach(r -> latest.put(keyText(key(r)), r));
    Map<String, Integer> images = new HashMap<>();
    latest.forEach(
        (key, row) -> {
          if (isRow(row) && operation(row) != 1 && operation(row) != 3) {
            images.put(key, value(row).getInt32("n"));
          }
        });
    return images;
  }

  private static int number(SourceRecord record, String field) {
    Integer number = value(record).getInt32(field);
    return number == null ? -1 : number;
  }

  private static String text(SourceRecord record, String field) {
    String text = value(record).getString(field);
    return text == null ? "" : text;
  }

  private static String keyText(Struct key) {
    return key.schema().fields().stream().map(f -> key.get(f).toString()).toList().toString();
  }

  /** What programs do with the table meanwhile. */
  private record Work(TestingDatabase database, KeyKind kind, Random random) {

    void createTable() throws SQLException {
      database.execute("CREATE TABLE dbo.t (%s, n int NULL)".formatted(kind.columns));
      boolean isTrackedFirst = random.nextBoolean();
      if (isTrackedFirst) {
        database.track("dbo", "t");
      }
      for (int i = 0; i < KEYS; i++) {
        if (random.nextInt(3) > 0) {
          insert(i);
        }
      }
      if (!isTrackedFirst) {
        database.track("dbo", "t");
      }
    }

    void someChanges() throws SQLException {
      for (int i = random.nextInt(4); i >= 0; i--) {
        change(random.nextInt(KEYS));
      }
      if (random.nextInt(3) == 0) {
        database.capture();
      }
    }

    private void change(int i) throws SQLException {
      String where = " WHERE " + kind.equal.formatted(i);
      switch (random.nextInt(4)) {
        case 0 -> database.execute("DELETE FROM dbo.t" + where);
        case 1 -> move(where);
        case 2 ->
            database.execute("UPDATE dbo.t SET n = %d".formatted(random.nextInt(100)) + where);
        default -> {
          database.execute("DELETE FROM dbo.t" + where);
          insert(i);
        }
      }
    }

    /** Another key for the row, if it is free. */
    private void move(String where) throws SQLException {
      int to = random.nextInt(KEYS);
      String set = kind.equal.formatted(to).replace(" AND ", ", ");
      database.execute(
          "UPDATE dbo.t SET %s%s AND NOT EXISTS (SELECT 1 FROM dbo.t WHERE %s)"
              .formatted(set, where, kind.equal.formatted(to)));
    }

    private void insert(int i) throws SQLException {
      database.execute(
          "INSERT INTO dbo.t VALUES (%s, %d)"
              .formatted(kind.values.formatted(i), random.nextInt(100)));
    }

    Map<String, Integer> table() throws SQLException {
      Map<String, Integer> rows = new HashMap<>();
      String columns = kind == KeyKind.COMPOSITE ? "a, k" : "k";
      database.query(
          "SELECT %s, n FROM dbo.t".formatted(columns),
          row -> {
            List<String> key = new ArrayList<>();
            for (int i = 1; i < row.getMetaData().getColumnCount(); i++) {
              key.add(row.getString(i));
            }
            rows.put(key.toString(), row.getInt(key.size() + 1));
          });
      return rows;
    }
  }
}
