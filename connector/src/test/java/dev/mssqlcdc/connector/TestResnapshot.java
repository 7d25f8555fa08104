package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.ofTopic;
import static dev.mssqlcdc.connector.TestingRecords.snapshotRows;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A table that lost changes is read anew, alone and not for ever. */
class TestResnapshot {

  private static final List<String> TABLES = List.of("a", "b", "c");
  private static final String A = "p.dbo.a";

  private TestingDatabase database;
  private final List<SourceRecord> committed = new ArrayList<>();

  @BeforeEach
  void readTables() throws Exception {
    database = TestingDatabase.create();
    for (String table : TABLES) {
      database.execute("CREATE TABLE dbo.%s (id int NOT NULL PRIMARY KEY)".formatted(table));
      database.track("dbo", table);
    }
    insertIntoAll(1);
    committed.addAll(run(r -> events(r, EventType.BOOTSTRAP).size() == TABLES.size()));
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\.[abc]");
    settings.put("on.data.loss", "resnapshot");
    return settings;
  }

  private List<SourceRecord> run(Predicate<List<SourceRecord>> until) throws Exception {
    try (var task = TestingTask.start(settings(), committed)) {
      return task.pollUntil(until);
    }
  }

  private Lsn insertIntoAll(int id) throws SQLException {
    for (String table : TABLES) {
      database.execute("INSERT INTO dbo.%s VALUES (%d)".formatted(table, id));
    }
    Lsn lsn = database.capture();
    database.execute("WAITFOR DELAY '00:00:00.010'");
    return lsn;
  }

  private void purge(Lsn lowWater) throws SQLException {
    database.execute(
        "DECLARE @lsn binary(10) = %s; EXEC sys.sp_cdc_cleanup_change_table @capture_instance = N'dbo_a', @low_water_mark = @lsn"
            .formatted(lowWater));
  }

  private static boolean allReach(List<SourceRecord> records, Lsn end) {
    return TABLES.stream().allMatch(t -> isProgressAtOrAbove(records, "p.dbo." + t, end));
  }

  private static List<Integer> ids(List<SourceRecord> records) {
    return records.stream().map(r -> value(r).getInt32("id")).toList();
  }

  @Test
  void readsTheTableThatLostChangesAnewAndTheOthersLoseAndRepeatNothing() throws Exception {
    insertIntoAll(2);
    Lsn third = insertIntoAll(3);
    purge(third);
    Lsn end = insertIntoAll(4);
    List<SourceRecord> rest =
        run(r -> allReach(r, end) && !events(r, EventType.RESNAPSHOT).isEmpty());
    List<SourceRecord> a = ofTopic(rest, A);
    assertThat(ids(snapshotRows(a))).containsExactly(1, 2, 3, 4);
    assertThat(ids(changes(a))).as("what survived").endsWith(4).doesNotContain(2);
    assertThat(events(a, EventType.DATA_SKIPPED)).hasSize(1);
    var open = (EventDetail.SnapshotOpen) detail(events(a, EventType.SNAPSHOT_OPEN).get(0));
    assertThat(open.reason()).isEqualTo("loss");
    assertThat(open.snapshot()).endsWith("-2");
    assertThat(events(a, EventType.BOOTSTRAP)).isEmpty();
    for (String other : List.of("p.dbo.b", "p.dbo.c")) {
      assertThat(ids(changes(ofTopic(rest, other)))).containsExactly(2, 3, 4);
      assertThat(snapshotRows(ofTopic(rest, other))).isEmpty();
    }
  }

  @Test
  void readsATableAnewOfWhoseChangesNoneSurvived() throws Exception {
    insertIntoAll(2);
    database.execute("INSERT INTO dbo.b VALUES (9)");
    Lsn end = database.capture();
    purge(end);
    List<SourceRecord> rest =
        run(r -> allReach(r, end) && !events(r, EventType.RESNAPSHOT).isEmpty());
    assertThat(ids(snapshotRows(ofTopic(rest, A)))).containsExactly(1, 2);
    assertThat(changes(ofTopic(rest, A))).isEmpty();
    assertThat(ids(changes(ofTopic(rest, "p.dbo.b")))).containsExactly(2, 9);
  }

  @Test
  void goesOnWithTheSnapshotAfterARestartAtAnyPoint() throws Exception {
    insertIntoAll(2);
    purge(insertIntoAll(3));
    Lsn end = insertIntoAll(4);
    List<SourceRecord> rest =
        ofTopic(run(r -> allReach(r, end) && !events(r, EventType.RESNAPSHOT).isEmpty()), A);
    List<SourceRecord> before = List.copyOf(committed);
    for (int i = 0; i <= rest.size(); i++) {
      committed.clear();
      committed.addAll(before);
      committed.addAll(rest.subList(0, i));
      List<SourceRecord> again =
          run(
              r ->
                  !events(committed, EventType.RESNAPSHOT).isEmpty()
                      || !events(r, EventType.RESNAPSHOT).isEmpty());
      List<SourceRecord> all = new ArrayList<>(rest.subList(0, i));
      all.addAll(ofTopic(again, A));
      assertThat(ids(snapshotRows(all))).as("after record " + i).containsExactly(1, 2, 3, 4);
      assertThat(events(all, EventType.SNAPSHOT_OPEN)).hasSize(1);
      assertThat(events(all, EventType.DATA_SKIPPED)).hasSize(1);
    }
  }

  @Test
  void isTakenOnceInItsInterval() throws Exception {
    insertIntoAll(2);
    purge(insertIntoAll(3));
    Lsn end = insertIntoAll(4);
    committed.addAll(run(r -> allReach(r, end) && !events(r, EventType.RESNAPSHOT).isEmpty()));
    insertIntoAll(5);
    purge(insertIntoAll(6));
    Lsn later = insertIntoAll(7);
    List<SourceRecord> rest =
        run(
            r ->
                !events(r, EventType.TABLE_STOPPED).isEmpty()
                    && isProgressAtOrAbove(r, "p.dbo.b", later));
    var stopped =
        (EventDetail.TableStopped) detail(events(ofTopic(rest, A), EventType.TABLE_STOPPED).get(0));
    assertThat(stopped.cause()).contains("dbo.a", "resnapshot.interval.ms");
    assertThat(stopped.remedy()).contains("on.data.loss=skip");
    assertThat(snapshotRows(rest)).isEmpty();
  }

  @Test
  void supersedesASnapshotThatIsOpen() throws Exception {
    int opened = indexOfOpen(committed);
    List<SourceRecord> begun = new ArrayList<>(committed.subList(0, opened + 1));
    committed.clear();
    committed.addAll(begun);
    insertIntoAll(2);
    purge(insertIntoAll(3));
    Lsn end = insertIntoAll(4);
    List<SourceRecord> rest =
        run(r -> allReach(r, end) && !events(r, EventType.RESNAPSHOT).isEmpty());
    List<SourceRecord> a = ofTopic(rest, A);
    var complete = (EventDetail.SnapshotComplete) detail(events(a, EventType.RESNAPSHOT).get(0));
    assertThat(complete.snapshot()).endsWith("-2");
    assertThat(
            snapshotRows(a).stream()
                .filter(r -> value(r).getString("_snapshot").equals(complete.snapshot()))
                .map(r -> value(r).getInt32("id")))
        .containsExactly(1, 2, 3, 4);
  }

  private static int indexOfOpen(List<SourceRecord> records) {
    for (int i = 0; i < records.size(); i++) {
      boolean isOpen = TestingRecords.isEvent(records.get(i), EventType.SNAPSHOT_OPEN);
      if (isOpen && records.get(i).topic().equals(A)) {
        return i;
      }
    }
    throw new AssertionError("no snapshot was opened");
  }
}
