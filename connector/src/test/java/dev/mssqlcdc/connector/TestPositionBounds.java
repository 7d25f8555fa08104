package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.lsn;
import static dev.mssqlcdc.connector.TestingRecords.operation;
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

/** Positions that are equal to a bound of what the source holds, or where the source has none. */
class TestPositionBounds {

  private static final String T = "p.dbo.t";
  private static final String U = "p.dbo.u";
  private static final String MAX = "SELECT sys.fn_cdc_get_max_lsn()";

  private TestingDatabase database;

  @BeforeEach
  void createTables() throws SQLException {
    database = TestingDatabase.create();
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY)",
        "CREATE TABLE dbo.u (id int NOT NULL PRIMARY KEY)");
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings(String tables) {
    return database.settings("dbo\\." + tables);
  }

  private static List<Integer> operations(List<SourceRecord> records) {
    return records.stream().filter(TestingRecords::isRow).map(TestingRecords::operation).toList();
  }

  private List<SourceRecord> readOneInsert() throws Exception {
    database.track("dbo", "t");
    try (var task = TestingTask.start(settings("t"))) {
      task.begin(1);
      database.execute("INSERT INTO dbo.t VALUES (1)");
      return task.pollTo(T, database.capture());
    }
  }

  @Test
  void anOffsetAtTheLastCapturedLsnIsNeitherAheadNorBehind() throws Exception {
    List<SourceRecord> committed = readOneInsert();
    SourceRecord last = committed.get(committed.size() - 1);
    assertThat(lsn(last).toString()).isEqualTo("0x" + database.database().one(MAX));
    try (var task = TestingTask.start(settings("t"), committed)) {
      database.execute("INSERT INTO dbo.t VALUES (2)");
      List<SourceRecord> rest = task.pollTo(T, database.capture());
      assertThat(operations(rest)).containsExactly(2);
      assertThat(TestingRecords.isChange(rest.get(0))).as("nothing before the change").isTrue();
      SourceRecord next = events(rest, EventType.PROGRESS).get(0);
      assertThat(((EventDetail.Progress) detail(next)).from()).isEqualTo(lsn(last).toString());
    }
  }

  @Test
  void aLowestLsnAtTheLastOneReadIsNoLoss() throws Exception {
    List<SourceRecord> committed = readOneInsert();
    Lsn read = lsn(changes(committed).get(0));
    database.execute(
        "DECLARE @lsn binary(10) = %s; EXEC sys.sp_cdc_cleanup_change_table".formatted(read)
            + " @capture_instance = N'dbo_t', @low_water_mark = @lsn");
    assertThat("0x" + database.database().one("SELECT sys.fn_cdc_get_min_lsn('dbo_t')"))
        .isEqualTo(read.toString());
    try (var task = TestingTask.start(settings("t"), committed)) {
      database.execute("INSERT INTO dbo.t VALUES (2)");
      assertThat(operations(task.pollTo(T, database.capture()))).containsExactly(2);
    }
  }

  @Test
  void whereTheLastCapturedLsnIsNullATableHasItsSnapshotItsProgressAndThenItsChanges()
      throws Exception {
    database.database().track("t");
    database.execute("INSERT INTO dbo.t VALUES (1)");
    assertThat(database.database().one(MAX)).as("capture never ran").isEqualTo("null");
    List<SourceRecord> records = new ArrayList<>();
    try (var task = TestingTask.start(settings("t"))) {
      records.addAll(task.begin(1));
      assertThat(operations(records)).containsExactly(0);
    }
    try (var task = TestingTask.start(settings("t"), records)) {
      database.execute("INSERT INTO dbo.t VALUES (2)");
      List<SourceRecord> rest = task.pollTo(T, database.capture());
      assertThat(operations(rest)).as("the commit before the snapshot is captured too").endsWith(2);
      assertThat(TestingRecords.value(changes(rest).get(changes(rest).size() - 1)).getInt32("id"))
          .isEqualTo(2);
      assertThat(events(rest, EventType.TABLE_STOPPED)).isEmpty();
    }
  }

  @Test
  void anInstanceThatCaptureHasNotReachedHasNoLowestLsnAndLosesNothing() throws Exception {
    database.track("dbo", "u");
    database.execute("INSERT INTO dbo.u VALUES (1)");
    database.capture();
    database.database().track("t");
    assertThat(database.database().one("SELECT sys.fn_cdc_get_min_lsn('dbo_t')"))
        .isEqualTo("00000000000000000000");
    try (var task = TestingTask.start(settings("[tu]"))) {
      task.begin(2);
      database.execute("INSERT INTO dbo.t VALUES (1)", "INSERT INTO dbo.u VALUES (2)");
      Lsn end = database.capture();
      task.pollTo(T, end);
      List<SourceRecord> records = task.pollTo(U, end);
      assertThat(changes(records)).hasSize(2).allMatch(r -> operation(r) == 2);
      assertThat(events(records, EventType.TABLE_STOPPED)).isEmpty();
    }
  }
}
