package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.operation;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Columns that come, go or get another name or default while a table is read. */
class TestColumnChanges {

  private static final String T = "p.dbo.t";

  private TestingDatabase database;

  @BeforeEach
  void createTable() throws SQLException {
    database = TestingDatabase.create();
    database.execute("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, v int NULL)");
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.mode", "no_data");
    return settings;
  }

  /** Operation and columns of each change. */
  private static List<String> rows(List<SourceRecord> records) {
    return changes(records).stream()
        .map(
            r ->
                operation(r)
                    + ": "
                    + value(r).schema().fields().stream()
                        .filter(field -> !Fields.WIRE.contains(field.name()))
                        .map(field -> field.name() + "=" + value(r).get(field))
                        .collect(Collectors.joining(" ")))
        .toList();
  }

  private static List<EventDetail.SchemaChange> told(List<SourceRecord> records) {
    return events(records, EventType.SCHEMA_CHANGE).stream()
        .map(r -> (EventDetail.SchemaChange) detail(r))
        .toList();
  }

  @Test
  void aColumnAddedInMidBatchIsToldBetweenItsRows() throws Exception {
    database.track("dbo", "t");
    try (var task = TestingTask.start(settings())) {
      task.begin(1);
      database.execute(
          "INSERT INTO dbo.t VALUES (1, 1)",
          "ALTER TABLE dbo.t ADD extra int NULL",
          "INSERT INTO dbo.t VALUES (2, 2, 2)");
      List<SourceRecord> records = task.pollTo(T, database.capture());
      List<SourceRecord> ddl = events(records, EventType.SCHEMA_CHANGE);
      assertThat(told(records)).hasSize(1);
      assertThat(told(records).get(0).ddl()).contains("ADD extra");
      assertThat(told(records).get(0).notCaptured()).containsExactly("extra");
      List<SourceRecord> changes = changes(records);
      assertThat(rows(records)).containsExactly("2: id=1 v=1", "2: id=2 v=2");
      assertThat(records.indexOf(ddl.get(0)))
          .isBetween(records.indexOf(changes.get(0)), records.indexOf(changes.get(1)));
      assertThat(TestingRecords.lsn(ddl.get(0)).toString())
          .isEqualTo(told(records).get(0).ddlLsn());
    }
  }

  @Test
  void aColumnAddedAtTheEndOfABatchIsToldBeforeTheNextOne() throws Exception {
    database.track("dbo", "t");
    try (var task = TestingTask.start(settings())) {
      task.begin(1);
      database.execute("INSERT INTO dbo.t VALUES (1, 1)", "ALTER TABLE dbo.t ADD extra int NULL");
      assertThat(rows(task.pollTo(T, database.capture()))).containsExactly("2: id=1 v=1");
      database.execute("INSERT INTO dbo.t VALUES (2, 2, 2)");
      List<SourceRecord> records = task.pollTo(T, database.capture());
      assertThat(rows(records)).containsExactly("2: id=1 v=1", "2: id=2 v=2");
      assertThat(told(records)).hasSize(1);
      assertThat(records.indexOf(events(records, EventType.SCHEMA_CHANGE).get(0)))
          .isBetween(
              records.indexOf(changes(records).get(0)), records.indexOf(changes(records).get(1)));
    }
  }

  @Test
  void aColumnDroppedWithoutANewInstanceIsToldOnceAndReadsNull() throws Exception {
    database.track("dbo", "t");
    try (var task = TestingTask.start(settings())) {
      task.begin(1);
      database.execute(
          "INSERT INTO dbo.t VALUES (1, 1)",
          "ALTER TABLE dbo.t DROP COLUMN v",
          "INSERT INTO dbo.t VALUES (2)");
      task.pollTo(T, database.capture());
      database.execute("ALTER TABLE dbo.t ADD w int NULL", "INSERT INTO dbo.t VALUES (3, 3)");
      List<SourceRecord> records = task.pollTo(T, database.capture());
      assertThat(rows(records)).containsExactly("2: id=1 v=1", "2: id=2 v=null", "2: id=3 v=null");
      assertThat(told(records)).hasSize(2);
      assertThat(told(records).get(0).changes())
          .containsExactly("column v was dropped: it reads NULL from now on");
      assertThat(told(records).get(1).changes()).isEmpty();
      assertThat(told(records).get(1).notCaptured()).containsExactly("w");
    }
  }

  @Test
  void aColumnThatIsNotCapturedMayBeRenamed() throws Exception {
    database.track("dbo", "t");
    try (var task = TestingTask.start(settings())) {
      task.begin(1);
      database.execute(
          "ALTER TABLE dbo.t ADD extra int NULL",
          "INSERT INTO dbo.t VALUES (1, 1, 1)",
          "EXEC sp_rename 'dbo.t.extra', 'other', 'COLUMN'",
          "INSERT INTO dbo.t (id, v, other) VALUES (2, 2, 2)");
      List<SourceRecord> records = task.pollTo(T, database.capture());
      assertThat(rows(records)).containsExactly("2: id=1 v=1", "2: id=2 v=2");
      assertThat(events(records, EventType.TABLE_STOPPED)).isEmpty();
    }
  }

  @Test
  void anotherDefaultChangesWhatRowsHoldAndNotTheirForm() throws Exception {
    database.track("dbo", "t");
    try (var task = TestingTask.start(settings())) {
      task.begin(1);
      database.execute(
          "INSERT INTO dbo.t (id) VALUES (1)",
          "ALTER TABLE dbo.t ADD CONSTRAINT df_v DEFAULT 5 FOR v",
          "INSERT INTO dbo.t (id) VALUES (2)",
          "ALTER TABLE dbo.t DROP CONSTRAINT df_v",
          "ALTER TABLE dbo.t ADD CONSTRAINT df_v DEFAULT 6 FOR v",
          "INSERT INTO dbo.t (id) VALUES (3)");
      List<SourceRecord> records = task.pollTo(T, database.capture());
      assertThat(rows(records)).containsExactly("2: id=1 v=null", "2: id=2 v=5", "2: id=3 v=6");
      assertThat(changes(records).stream().map(SourceRecord::valueSchema).distinct()).hasSize(1);
      assertThat(changes(records).get(2).valueSchema().field("v").schema().defaultValue()).isNull();
    }
  }

  /** The table has lost the column when its rows from before that are read. */
  @Test
  void aSchemaChangeThatLiesInTheFutureChangesNothingBeforeIt() throws Exception {
    database.track("dbo", "t");
    List<SourceRecord> first;
    try (var task = TestingTask.start(settings())) {
      first = task.begin(1);
    }
    database.execute(
        "INSERT INTO dbo.t VALUES (1, 1)",
        "INSERT INTO dbo.t VALUES (2, 2)",
        "ALTER TABLE dbo.t DROP COLUMN v",
        "ALTER TABLE dbo.t ADD w int NULL",
        "INSERT INTO dbo.t VALUES (3, 3)");
    database.trackAgain("t", "dbo_t_v2");
    database.execute("INSERT INTO dbo.t VALUES (4, 4)");
    Lsn end = database.capture();
    Map<String, String> settings = settings();
    settings.put("max.commits.per.range", "1");
    try (var task = TestingTask.start(settings, first)) {
      List<SourceRecord> records = task.pollTo(T, end);
      assertThat(rows(records))
          .containsExactly("2: id=1 v=1", "2: id=2 v=2", "2: id=3 v=null", "2: id=4 w=4 v=null");
      assertThat(told(records)).hasSize(2);
    }
  }
}
