package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.lsn;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventFields;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TestDataLoss {

  private static final String T = "p.dbo.t";

  private TestingDatabase database;
  private List<SourceRecord> first;

  @BeforeEach
  void beginToRead() throws Exception {
    database = TestingDatabase.create();
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY)",
        "CREATE TABLE dbo.other (id int NOT NULL PRIMARY KEY)");
    database.track("dbo", "t");
    database.track("dbo", "other");
    try (var task = TestingTask.start(settings("fail"))) {
      first = task.begin(1);
    }
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings(String onLoss) {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.mode", "no_data");
    settings.put("on.data.loss", onLoss);
    return settings;
  }

  /** Commits one insert, at a time that no other commit has: cleanup goes by times. */
  private Lsn insert(String table, int id) throws SQLException {
    database.execute("INSERT INTO dbo.%s VALUES (%d)".formatted(table, id));
    Lsn lsn = database.capture();
    database.execute("WAITFOR DELAY '00:00:00.010'");
    return lsn;
  }

  private void cleanUp(Lsn lowWater) throws SQLException {
    database.execute(
        "DECLARE @lsn binary(10) = %s; EXEC sys.sp_cdc_cleanup_change_table @capture_instance ="
                .formatted(lowWater)
            + " N'dbo_t', @low_water_mark = @lsn");
  }

  private List<SourceRecord> run(List<SourceRecord> committed, Lsn end) throws Exception {
    try (var task = TestingTask.start(settings("skip"), committed)) {
      return task.pollUntil(
          r -> isProgressAtOrAbove(committed, T, end) || isProgressAtOrAbove(r, T, end));
    }
  }

  private static EventDetail.DataSkipped skipped(List<SourceRecord> records) {
    List<SourceRecord> events = events(records, EventType.DATA_SKIPPED);
    assertThat(events).hasSize(1);
    return (EventDetail.DataSkipped) detail(events.get(0));
  }

  private static List<Integer> ids(List<SourceRecord> records) {
    return changes(records).stream().map(r -> value(r).getInt32("id")).toList();
  }

  private static List<String> comparable(List<SourceRecord> records) {
    return records.stream().map(TestingRecords::comparable).toList();
  }

  private Lsn fromOf(List<SourceRecord> records) {
    return Lsn.parse((String) records.get(records.size() - 1).sourceOffset().get("range_from"));
  }

  @Test
  void aLossIsSkippedAndWhatSurvivedIsRead() throws Exception {
    insert("t", 1);
    Lsn second = insert("t", 2);
    Lsn end = insert("t", 3);
    cleanUp(second);
    List<SourceRecord> rest = run(first, end);

    assertThat(ids(rest)).containsExactly(2, 3);
    SourceRecord event = rest.get(0);
    EventDetail.DataSkipped detail = skipped(rest);
    assertThat(TestingRecords.isEvent(event, EventType.DATA_SKIPPED)).isTrue();
    assertThat(detail.from()).isEqualTo(fromOf(first).toString());
    assertThat(detail.to()).isEqualTo(second.toString());
    assertThat(detail.cause()).contains("dbo.t", "cleanup");
    Struct struct = value(event).getStruct(Fields.EVENT);
    assertThat(struct.getInt64(EventFields.LOST_FROM_TS))
        .isEqualTo(value(first.get(first.size() - 1)).getInt64(Fields.COMMIT_TS));
    assertThat(struct.getInt64(EventFields.LOST_TO_TS))
        .isEqualTo(value(changes(rest).get(0)).getInt64(Fields.COMMIT_TS));
    var progress = (EventDetail.Progress) detail(events(rest, EventType.PROGRESS).get(0));
    assertThat(progress.from()).isEqualTo(second.previous().toString());
    assertRestartsGoOn(rest, end);
  }

  @Test
  void aSchemaChangeInAGapIsToldBeforeWhatSurvived() throws Exception {
    insert("t", 1);
    database.execute("ALTER TABLE dbo.t ADD v int NULL");
    database.execute("INSERT INTO dbo.t VALUES (2, 2)");
    database.capture();
    database.execute("WAITFOR DELAY '00:00:00.010'", "INSERT INTO dbo.t VALUES (3, 3)");
    Lsn third = database.capture();
    database.execute("ALTER TABLE dbo.t ADD w int NULL", "INSERT INTO dbo.t VALUES (4, 4, 4)");
    Lsn end = database.capture();
    cleanUp(third);
    List<SourceRecord> rest = run(first, end);
    assertThat(skipped(rest).to()).isEqualTo(third.toString());
    assertThat(ids(rest)).containsExactly(3, 4);
    List<SourceRecord> ddl = events(rest, EventType.SCHEMA_CHANGE);
    assertThat(ddl.stream().map(r -> ((EventDetail.SchemaChange) detail(r)).ddl()))
        .satisfiesExactly(
            v -> assertThat(v).contains("ADD v"), w -> assertThat(w).contains("ADD w"));
    assertThat(rest.indexOf(ddl.get(0)))
        .isBetween(
            rest.indexOf(events(rest, EventType.DATA_SKIPPED).get(0)),
            rest.indexOf(changes(rest).get(0)));
    assertRestartsGoOn(rest, end);
  }

  private void assertRestartsGoOn(List<SourceRecord> rest, Lsn end) throws Exception {
    for (int i = 0; i <= rest.size(); i++) {
      List<SourceRecord> committed = new ArrayList<>(first);
      committed.addAll(rest.subList(0, i));
      assertThat(comparable(run(committed, end)))
          .as("after record %d of %d", i, rest.size())
          .isEqualTo(comparable(rest.subList(i, rest.size())));
    }
  }

  @Test
  void aLossOfATableWithoutSurvivingChangesIsFound() throws Exception {
    insert("t", 1);
    Lsn end = insert("other", 1);
    cleanUp(end);
    assertThat(database.database().rows("SELECT * FROM cdc.dbo_t_CT")).isEmpty();
    try (var task = TestingTask.start(settings("fail"), first)) {
      List<SourceRecord> records =
          task.pollUntil(r -> !events(r, EventType.TABLE_STOPPED).isEmpty());
      var stopped =
          (EventDetail.TableStopped) detail(events(records, EventType.TABLE_STOPPED).get(0));
      assertThat(stopped.cause()).contains("dbo.t", "cleanup", end.toString());
      assertThat(stopped.remedy()).contains("on.data.loss=skip");
    }
    List<SourceRecord> rest = run(first, end);
    assertThat(skipped(rest).to()).isEqualTo(end.toString());
    assertThat(changes(rest)).isEmpty();
  }

  @Test
  void aLossWhileTheTaskRunsIsSkippedAndTheStreamGoesOn() throws Exception {
    try (var task = TestingTask.start(settings("skip"), first)) {
      insert("t", 1);
      Lsn second = insert("t", 2);
      task.pollUntil(r -> isProgressAtOrAbove(r, T, second));
      cleanUp(second);
      Lsn end = insert("t", 3);
      List<SourceRecord> records = task.pollUntil(r -> isProgressAtOrAbove(r, T, end));
      assertThat(ids(records)).containsExactly(1, 2, 3);
      assertThat(events(records, EventType.DATA_SKIPPED))
          .as("what was read before it was removed is not lost")
          .isEmpty();
    }
  }

  /** The range is judged from its start: rows at its begin may be gone that were never read. */
  @Test
  void aLossInsideAnOpenRangeRepeatsNoRow() throws Exception {
    List<Lsn> commits = new ArrayList<>();
    for (int id = 1; id <= 5; id++) {
      commits.add(insert("t", id));
    }
    Lsn end = commits.get(4);
    List<SourceRecord> whole = run(first, end);
    assertThat(ids(whole)).containsExactly(1, 2, 3, 4, 5);
    List<SourceRecord> committed = new ArrayList<>(first);
    committed.addAll(whole.subList(0, 3));
    cleanUp(commits.get(1));
    List<SourceRecord> rest = run(committed, end);
    assertThat(skipped(rest).to()).isEqualTo(commits.get(1).toString());
    assertThat(ids(rest)).containsExactly(4, 5);
    cleanUp(end);
    rest = run(committed, end);
    assertThat(skipped(rest).to()).isEqualTo(end.toString());
    assertThat(ids(rest)).containsExactly(5);
    assertThat(changes(rest)).allMatch(r -> lsn(r).equals(end));
  }

  @Test
  void aCleanupWhileARangeIsReadIsALossAfterIt() throws Exception {
    List<Lsn> commits = new ArrayList<>();
    for (int id = 1; id <= 20; id++) {
      commits.add(insert("t", id));
    }
    Lsn end = commits.get(19);
    Map<String, String> settings = settings("skip");
    settings.put("max.queue.size", "1");
    settings.put("max.batch.size", "1");
    try (var task = TestingTask.start(settings, first)) {
      task.pollUntil(r -> changes(r).size() == 2);
      cleanUp(commits.get(15));
      List<SourceRecord> records = task.pollUntil(r -> isProgressAtOrAbove(r, T, end));
      assertThat(skipped(records).to()).isEqualTo(commits.get(15).toString());
      assertThat(ids(records)).doesNotHaveDuplicates().isSorted().contains(16, 17, 18, 19, 20);
      insert("t", 21);
      Lsn later = insert("t", 22);
      records = task.pollUntil(r -> isProgressAtOrAbove(r, T, later));
      assertThat(ids(records)).doesNotHaveDuplicates().endsWith(19, 20, 21, 22);
      assertThat(events(records, EventType.DATA_SKIPPED)).hasSize(1);
    }
  }

  @Test
  void anInstanceDisabledTooEarlyIsSkippedToTheNext() throws Exception {
    insert("t", 1);
    database.trackAgain("t", "t_v2");
    database.disable("t", "dbo_t");
    Lsn end = insert("t", 2);
    List<SourceRecord> rest = run(first, end);
    assertThat(ids(rest)).containsExactly(2);
    EventDetail.DataSkipped detail = skipped(rest);
    var switched =
        (EventDetail.CaptureInstanceSwitched)
            detail(events(rest, EventType.CAPTURE_INSTANCE_SWITCHED).get(0));
    assertThat(switched.startLsn()).isEqualTo(detail.to());
    for (int i = 0; i <= rest.size(); i++) {
      List<SourceRecord> committed = new ArrayList<>(first);
      committed.addAll(rest.subList(0, i));
      assertThat(ids(run(committed, end))).isEqualTo(ids(rest.subList(i, rest.size())));
    }
  }

  @Test
  void anInstanceDisabledWhileItIsReadIsSkippedToTheNext() throws Exception {
    String rows =
        IntStream.rangeClosed(1, 50).mapToObj(i -> "(" + i + ")").collect(Collectors.joining(", "));
    database.execute("INSERT INTO dbo.t VALUES " + rows);
    database.capture();
    Map<String, String> settings = settings("skip");
    settings.put("max.queue.size", "1");
    settings.put("max.batch.size", "1");
    try (var task = TestingTask.start(settings, first)) {
      task.pollUntil(r -> changes(r).size() == 2);
      database.trackAgain("t", "t_v2");
      database.disable("t", "dbo_t");
      Lsn end = insert("t", 51);
      List<SourceRecord> records = task.pollUntil(r -> isProgressAtOrAbove(r, T, end));
      assertThat(events(records, EventType.TABLE_STOPPED)).isEmpty();
      assertThat(ids(records)).doesNotHaveDuplicates().isSorted().endsWith(51);
      var switched =
          (EventDetail.CaptureInstanceSwitched)
              detail(events(records, EventType.CAPTURE_INSTANCE_SWITCHED).get(0));
      assertThat(switched.startLsn()).isEqualTo(skipped(records).to());
    }
  }

  @Test
  void whatANewerInstanceHoldsIsNotLost() throws Exception {
    insert("t", 1);
    database.trackAgain("t", "t_v2");
    insert("t", 2);
    Lsn end = insert("t", 3);
    cleanUp(end);
    List<SourceRecord> rest = run(first, end);
    assertThat(ids(rest)).containsExactly(2, 3);
    assertThat(events(rest, EventType.CAPTURE_INSTANCE_SWITCHED)).hasSize(1);
    assertThat(Lsn.parse(skipped(rest).to())).isLessThan(end);
  }
}
