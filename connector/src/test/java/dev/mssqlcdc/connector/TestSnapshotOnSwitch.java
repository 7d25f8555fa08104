package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.snapshotRows;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static dev.mssqlcdc.connector.TestingSnapshots.ids;
import static dev.mssqlcdc.connector.TestingSnapshots.isComplete;
import static dev.mssqlcdc.connector.TestingSnapshots.opens;
import static dev.mssqlcdc.connector.TestingSnapshots.upToRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whether a table is read anew for the columns of its newer capture instance. */
class TestSnapshotOnSwitch {

  private static final String T = SwitchedTable.TOPIC;

  private SwitchedTable table;
  private TestingDatabase database;

  @BeforeEach
  void createTable() throws SQLException {
    table = SwitchedTable.create();
    database = table.database();
    database.execute("INSERT INTO dbo.t VALUES (1, 1, 1), (2, 2, 2), (3, 3, 3)");
    database.capture();
  }

  @AfterEach
  void drop() throws SQLException {
    table.close();
  }

  private Map<String, String> settings(boolean onSwitch) {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.on.switch", String.valueOf(onSwitch));
    settings.put("snapshot.chunk.rows", "2");
    return settings;
  }

  private List<SourceRecord> begin(boolean onSwitch) throws Exception {
    try (var task = TestingTask.start(settings(onSwitch))) {
      return task.begin(1);
    }
  }

  /** Rows that do not change have the column's value too. */
  private Lsn switchToMoreColumns() throws SQLException {
    database.execute("ALTER TABLE dbo.t ADD extra int NOT NULL DEFAULT 7");
    return switchTo("dbo_t_v2", "INSERT INTO dbo.t VALUES (4, 4, 4, 44)");
  }

  private Lsn switchTo(String instance, String insert) throws SQLException {
    database.trackAgain("t", instance);
    database.execute(insert);
    return database.capture();
  }

  private static List<String> rows(List<SourceRecord> records) {
    return snapshotRows(records).stream()
        .map(r -> value(r).getInt32("id") + " " + value(r).getInt32("extra"))
        .toList();
  }

  @Test
  void readsEveryRowOnceWithTheNewColumn() throws Exception {
    List<SourceRecord> first = begin(true);
    Lsn end = switchToMoreColumns();
    try (var task = TestingTask.start(settings(true), first)) {
      List<SourceRecord> rest =
          task.pollUntil(r -> isComplete(r) && isProgressAtOrAbove(r, T, end));
      EventDetail.SnapshotOpen open = opens(rest).get(0);
      assertThat(open.reason()).isEqualTo("switch");
      assertThat(open.snapshot()).endsWith("-2");
      assertThat(open.partial()).isFalse();
      assertThat(rows(rest)).containsExactly("1 7", "2 7", "3 7", "4 44");
      assertThat(ids(changes(rest))).containsExactly(4);
      database.execute("UPDATE dbo.t SET n = 9 WHERE id = 1");
      assertThat(opens(task.pollTo(T, database.capture()))).as("once a switch").hasSize(1);
    }
  }

  @Test
  void readsThemOnceWhereverTheTaskIsRestarted() throws Exception {
    List<SourceRecord> first = begin(true);
    Lsn end = switchToMoreColumns();
    List<SourceRecord> rest;
    try (var task = TestingTask.start(settings(true), first)) {
      rest = task.pollUntil(r -> isComplete(r) && isProgressAtOrAbove(r, T, end));
    }
    for (int i = 0; i <= rest.size(); i++) {
      List<SourceRecord> all = new ArrayList<>(rest.subList(0, i));
      List<SourceRecord> committed = new ArrayList<>(first);
      committed.addAll(all);
      database.execute("UPDATE dbo.t SET n = n + 1 WHERE id = 4");
      Lsn later = database.capture();
      try (var task = TestingTask.start(settings(true), committed)) {
        all.addAll(
            task.pollUntil(
                r -> (isComplete(all) || isComplete(r)) && isProgressAtOrAbove(r, T, later)));
      }
      assertThat(rows(all)).as("after record " + i).containsExactly("1 7", "2 7", "3 7", "4 44");
      assertThat(opens(all)).extracting(EventDetail.SnapshotOpen::reason).containsExactly("switch");
      assertThat(events(all, EventType.CAPTURE_INSTANCE_SWITCHED)).hasSize(1);
    }
  }

  @Test
  void readsNothingForAnInstanceWithoutNewColumns() throws Exception {
    assertNothingIsRead(
        begin(true), switchTo("dbo_t_v2", "INSERT INTO dbo.t VALUES (4, 4, 4)"), true);
  }

  @Test
  void readsNothingUnlessItIsAskedFor() throws Exception {
    assertNothingIsRead(begin(false), switchToMoreColumns(), false);
  }

  private void assertNothingIsRead(List<SourceRecord> first, Lsn end, boolean onSwitch)
      throws Exception {
    try (var task = TestingTask.start(settings(onSwitch), first)) {
      task.pollTo(T, end);
      database.execute("UPDATE dbo.t SET n = 9 WHERE id = 1");
      List<SourceRecord> rest = task.pollTo(T, database.capture());
      assertThat(events(rest, EventType.CAPTURE_INSTANCE_SWITCHED)).hasSize(1);
      assertThat(opens(rest)).isEmpty();
      assertThat(snapshotRows(rest)).isEmpty();
    }
  }

  /** A transaction that stays open and has changed a row which the snapshot has yet to read. */
  private Connection lockedRow() throws SQLException {
    Connection writer = database.database().connect();
    writer.setAutoCommit(false);
    Sql.execute(writer, "UPDATE dbo.t SET n = 9 WHERE id = 3");
    return writer;
  }

  @Test
  void beginsAnInitialSnapshotAgainThatIsBeingRead() throws Exception {
    List<SourceRecord> begun = upToRow(begin(true), 1);
    switchToMoreColumns();
    Map<String, String> settings = settings(true);
    settings.put("snapshot.lock.timeout.ms", "20");
    try (Connection writer = lockedRow();
        var task = TestingTask.start(settings, begun)) {
      task.pollUntil(r -> !events(r, EventType.CAPTURE_INSTANCE_SWITCHED).isEmpty());
      writer.rollback();
      List<SourceRecord> rest = task.pollUntil(TestingSnapshots::isComplete);
      EventDetail.SnapshotOpen open = opens(rest).get(0);
      assertThat(open.reason()).isEqualTo("initial");
      assertThat(open.snapshot()).endsWith("-2");
      List<SourceRecord> again =
          snapshotRows(rest).stream()
              .filter(r -> value(r).getString("_snapshot").equals(open.snapshot()))
              .toList();
      assertThat(rows(again)).containsExactly("1 7", "2 7", "3 7", "4 44");
      assertThat(opens(rest)).hasSize(1);
    }
  }
}
