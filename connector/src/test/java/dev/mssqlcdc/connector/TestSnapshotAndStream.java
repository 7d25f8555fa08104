package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever key a table has, whatever happens while it is read, however far capture is behind and
 * however often the task dies: the latest image of each key among snapshot rows and changes is the
 * table's row. Each case is made of its seed; {@code -Dseed=N} runs one alone, {@code -Dlong=true}
 * thousands. A seed repeats every choice, but not how reads and writes meet: run it several times.
 */
class TestSnapshotAndStream {

  private static final String TOPIC = "p.dbo.t";
  private static final int CASES = Boolean.getBoolean("long") ? 2_000 : 40;
  private static final int POLLS_OF_A_LIFE = 20;

  static LongStream seeds() {
    Long one = Long.getLong("seed");
    return one != null ? LongStream.of(one) : new Random().longs(CASES, 0, Long.MAX_VALUE);
  }

  @ParameterizedTest(name = "-Dseed={0}")
  @MethodSource("seeds")
  void endWithTheTablesRows(long seed) throws Exception {
    var random = new Random(seed);
    try (var database = TestingDatabase.create()) {
      var run = new Run(database, new RandomTable(random), random);
      run.createTable();
      Map<String, String> settings = run.settings();
      String about = "-Dseed=%d: %s, %s".formatted(seed, run.table, settings);
      try {
        assertThat(LatestRows.of(run.toTheEnd(settings)))
            .containsExactlyInAnyOrderElementsOf(run.rows());
      } catch (Exception | AssertionError e) {
        throw new AssertionError(about + ": " + e.getMessage(), e);
      }
    }
  }

  /** What programs do with the table, and what a worker does with the task. */
  private record Run(TestingDatabase database, RandomTable table, Random random) {

    void createTable() throws SQLException {
      database.execute(table.definition());
      boolean isTrackedFirst = random.nextBoolean();
      if (isTrackedFirst) {
        database.track("dbo", "t");
      }
      database.execute(table.fill(size()).toArray(String[]::new));
      if (!isTrackedFirst) {
        database.track("dbo", "t");
      }
    }

    private int size() {
      return switch (random.nextInt(8)) {
        case 0 -> random.nextInt(3);
        case 1 -> random.nextInt(300);
        default -> random.nextInt(40);
      };
    }

    Map<String, String> settings() {
      Map<String, String> settings = database.settings("dbo\\.t");
      int large = table.size() + 10;
      int rows = 1 + random.nextInt(random.nextInt(3) == 0 ? large : 1 + large / 5);
      settings.put("snapshot.chunk.rows", String.valueOf(rows));
      settings.put("max.batch.size", String.valueOf(1 + random.nextInt(20)));
      settings.put("max.queue.size", String.valueOf(20 + random.nextInt(20)));
      settings.put("read.connections", String.valueOf(1 + random.nextInt(2)));
      return settings;
    }

    /** All that was committed, after some deaths. */
    List<SourceRecord> toTheEnd(Map<String, String> settings) throws Exception {
      List<SourceRecord> committed = new ArrayList<>();
      for (int lives = random.nextInt(4); lives > 0; lives--) {
        liveAndDie(settings, committed);
      }
      try (var task = TestingTask.start(settings, committed)) {
        someChanges();
        Lsn end = database.capture();
        committed.addAll(
            task.pollUntil(r -> isProgressAtOrAbove(r, TOPIC, end) && isComplete(committed, r)));
      }
      return committed;
    }

    private static boolean isComplete(List<SourceRecord> before, List<SourceRecord> now) {
      return !events(before, EventType.BOOTSTRAP).isEmpty()
          || !events(now, EventType.BOOTSTRAP).isEmpty();
    }

    /** Of what the worker was given before it died, it had committed a part. */
    private void liveAndDie(Map<String, String> settings, List<SourceRecord> committed)
        throws Exception {
      List<SourceRecord> given = new ArrayList<>();
      TestingTask task = TestingTask.start(settings, committed);
      try {
        int records = 1 + random.nextInt(2 * table.size() + 40);
        for (int polls = 0; polls < POLLS_OF_A_LIFE && given.size() < records; polls++) {
          given.addAll(task.poll());
          if (random.nextInt(3) == 0) {
            someChanges();
          }
        }
      } finally {
        task.die();
      }
      committed.addAll(given.subList(0, random.nextInt(given.size() + 1)));
    }

    private void someChanges() throws SQLException {
      List<String> statements = table.changes();
      if (random.nextInt(8) == 0) {
        database.execute(
            "BEGIN TRANSACTION; UPDATE dbo.t SET n = -1; DELETE FROM dbo.t WHERE rid % 2 = 0;"
                + " ROLLBACK");
      }
      database.transaction(statements.toArray(String[]::new));
      if (random.nextInt(3) == 0) {
        database.capture();
      }
    }

    /** The table's rows, as {@code rid=n}. */
    List<String> rows() throws SQLException {
      List<String> rows = new ArrayList<>();
      database.query(
          "SELECT rid, n FROM dbo.t", row -> rows.add(row.getInt(1) + "=" + row.getInt(2)));
      return rows;
    }
  }
}
