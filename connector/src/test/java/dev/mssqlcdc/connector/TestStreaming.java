package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.eventRows;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isChange;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.key;
import static dev.mssqlcdc.connector.TestingRecords.lsn;
import static dev.mssqlcdc.connector.TestingRecords.ofTopic;
import static dev.mssqlcdc.connector.TestingRecords.operation;
import static dev.mssqlcdc.connector.TestingRecords.position;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.Sql;
import dev.mssqlcdc.sqlserver.testing.SqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TestStreaming {

  private static final String ORDERS = "p.dbo.orders";
  private static final String QUIET = "p.dbo.quiet";

  private TestingDatabase database;

  @BeforeEach
  void createTables() throws SQLException {
    database = TestingDatabase.create();
    database.execute(
        "CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY, note nvarchar(50) NULL)",
        "CREATE TABLE dbo.quiet (id int NOT NULL PRIMARY KEY)");
    database.track("dbo", "orders");
    database.track("dbo", "quiet");
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\..*");
    settings.put("snapshot.mode", "no_data");
    return settings;
  }

  @Test
  void everyChangeComesOnceInCommitOrder() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.begin(2);
      database.execute("INSERT INTO dbo.orders VALUES (1, N'a')");
      database.transaction(
          "INSERT INTO dbo.orders VALUES (2, N'b'), (3, N'c')",
          "UPDATE dbo.orders SET note = N'z' WHERE id < 3",
          "DELETE FROM dbo.orders WHERE id = 3");
      Lsn end = database.capture();
      List<SourceRecord> records = task.pollUntil(r -> isProgressAtOrAbove(r, ORDERS, end));
      List<SourceRecord> changes = changes(records);
      assertThat(changes.stream().map(TestingRecords::operation))
          .containsExactly(2, 2, 2, 3, 4, 3, 4, 1);
      assertThat(changes.stream().map(TestingRecords::position)).isSorted().doesNotHaveDuplicates();
      assertThat(changes).allMatch(r -> r.kafkaPartition() == 0);
      assertThat(changes.stream().map(r -> value(r).getString("note")))
          .containsExactly("a", "b", "c", "a", "z", "b", "z", "c");
    }
  }

  @Test
  void aKeyUpdateIsADeleteOfTheOldKeyAndAnInsertOfTheNew() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.begin(2);
      database.execute("INSERT INTO dbo.orders VALUES (1, N'a')");
      database.execute("UPDATE dbo.orders SET id = 7 WHERE id = 1");
      Lsn end = database.capture();
      List<SourceRecord> changes =
          changes(task.pollUntil(r -> isProgressAtOrAbove(r, ORDERS, end)));
      assertThat(changes.stream().map(TestingRecords::operation)).containsExactly(2, 1, 2);
      assertThat(changes.stream().map(r -> key(r).getInt32("id"))).containsExactly(1, 1, 7);
    }
  }

  @Test
  void aTransactionThatCommitsLateIsNotMissed() throws Exception {
    try (var task = TestingTask.start(settings());
        Connection late = database.database().connect()) {
      task.begin(2);
      late.setAutoCommit(false);
      Sql.execute(late, "INSERT INTO dbo.orders VALUES (1, N'begun first')");
      database.execute("INSERT INTO dbo.orders VALUES (2, N'committed first')");
      task.pollTo(ORDERS, database.capture());
      late.commit();
      assertThat(changes(task.pollTo(ORDERS, database.capture())))
          .extracting(r -> key(r).getInt32("id"))
          .containsExactly(2, 1);
    }
  }

  @Test
  void progressFollowsProgressAndCountsItsRows() throws Exception {
    Map<String, String> settings = settings();
    settings.put("max.commits.per.range", "2");
    for (int i = 0; i < 11; i++) {
      database.execute("INSERT INTO dbo.orders VALUES (%d, N'x')".formatted(i));
    }
    settings.put("snapshot.mode", "initial");
    try (var task = TestingTask.start(settings)) {
      task.begin(2);
      for (int i = 20; i < 31; i++) {
        database.execute("INSERT INTO dbo.orders VALUES (%d, N'x'), (%d, N'y')".formatted(i, -i));
      }
      Lsn end = database.capture();
      List<SourceRecord> records = task.pollUntil(r -> isProgressAtOrAbove(r, ORDERS, end));
      assertProgressContinuous(ofTopic(records, ORDERS));
      assertThat(events(ofTopic(records, ORDERS), EventType.PROGRESS).stream())
          .extracting(TestingRecords::eventRows)
          .allMatch(rows -> rows <= 4);
      assertThat(changes(records).size()).isGreaterThanOrEqualTo(22);
    }
  }

  private static void assertProgressContinuous(List<SourceRecord> records) {
    String last = null;
    long rows = 0;
    Set<String> ids = new HashSet<>();
    for (SourceRecord record : records) {
      rows += isChange(record) ? 1 : 0;
      if (TestingRecords.isEvent(record, EventType.PROGRESS)) {
        var progress = (EventDetail.Progress) detail(record);
        assertThat(progress.from()).isEqualTo(last);
        assertThat(eventRows(record)).isEqualTo(rows);
        assertThat(ids.add(TestingRecords.eventId(record))).isTrue();
        last = lsn(record).toString();
        rows = 0;
      }
    }
    assertThat(ids).isNotEmpty();
    assertThat(rows).isZero();
  }

  @Test
  void progressOfAQuietTableReachesTheEndWhenTheDatabaseGoesQuiet() throws Exception {
    Map<String, String> settings = settings();
    settings.put("progress.interval.ms", "300");
    try (var task = TestingTask.start(settings)) {
      task.begin(2);
      database.execute("INSERT INTO dbo.orders VALUES (1, N'a')");
      database.capture();
      database.execute("INSERT INTO dbo.orders VALUES (2, N'a')");
      Lsn end = database.capture();
      List<SourceRecord> records = task.pollUntil(r -> isProgressAtOrAbove(r, QUIET, end));
      List<SourceRecord> quiet = ofTopic(records, QUIET);
      assertThat(quiet).allMatch(r -> TestingRecords.isEvent(r, EventType.PROGRESS));
      assertProgressContinuous(quiet);
      assertThat(lsn(quiet.get(quiet.size() - 1))).isEqualTo(end);
    }
  }

  @Test
  void eventsBearTheHeaderAndNoKey() throws Exception {
    try (var task = TestingTask.start(settings())) {
      SourceRecord event = task.pollUntil(records -> !records.isEmpty()).get(0);
      assertThat(event.headers().lastWithName("mssqlcdc.event").value()).isEqualTo("progress");
      assertThat(event.key()).isNull();
      assertThat(value(event).getInt32("_operation")).isNull();
      assertThat(value(event).getInt64("_commit_ts")).isPositive();
      var detail = (EventDetail.Progress) detail(event);
      assertThat(detail.server())
          .isEqualTo(SqlServer.ofThisRun().host() + ":" + SqlServer.ofThisRun().port());
      assertThat(detail.database()).isEqualTo(database.name());
    }
  }

  @Test
  void commitTimesAreUtcByTheZoneOfTheServer() throws Exception {
    Map<String, String> tokyo = settings();
    tokyo.put("source.time.zone", "Tokyo Standard Time");
    long[] times = new long[2];
    for (int i = 0; i < 2; i++) {
      try (var task = TestingTask.start(i == 0 ? settings() : tokyo)) {
        List<SourceRecord> records = task.pollUntil(r -> !r.isEmpty());
        times[i] = value(records.get(0)).getInt64("_commit_ts");
      }
    }
    assertThat(times[0] - times[1]).isEqualTo(TimeUnit.HOURS.toMicros(9));
    assertThat(times[0])
        .isCloseTo(
            TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()),
            Offset.offset(TimeUnit.MINUTES.toMicros(5)));
  }

  private static String insertOf500(int batch) {
    return IntStream.range(0, 500)
        .mapToObj(i -> "(%d, N'big')".formatted(batch * 500 + i))
        .collect(Collectors.joining(", ", "INSERT INTO dbo.orders VALUES ", ""));
  }

  @Test
  void aTransactionLargerThanTheQueueStreams() throws Exception {
    Map<String, String> settings = settings();
    settings.put("max.queue.size", "600");
    settings.put("max.batch.size", "100");
    try (var task = TestingTask.start(settings)) {
      task.begin(2);
      database.transaction(
          IntStream.range(0, 10).mapToObj(TestStreaming::insertOf500).toArray(String[]::new));
      Lsn end = database.capture();
      List<SourceRecord> records = task.pollUntil(r -> isProgressAtOrAbove(r, ORDERS, end));
      assertThat(changes(records)).hasSize(5000).allMatch(r -> operation(r) == 2);
      assertThat(changes(records).stream().map(r -> position(r).startLsn()).distinct()).hasSize(1);
      assertProgressContinuous(ofTopic(records, ORDERS));
    }
  }
}
