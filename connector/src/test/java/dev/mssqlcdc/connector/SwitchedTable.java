package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;

/** A table {@code dbo.t} that a test lets go over from instance {@code dbo_t} to another. */
record SwitchedTable(TestingDatabase database) implements AutoCloseable {

  static final String TOPIC = "p.dbo.t";

  static SwitchedTable create() throws SQLException {
    TestingDatabase database = TestingDatabase.create();
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL CONSTRAINT PK_t PRIMARY KEY, n int NULL, part int NOT NULL)",
        "CREATE UNIQUE INDEX ix_part ON dbo.t (part, id)");
    database.track("dbo", "t");
    return new SwitchedTable(database);
  }

  Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.mode", "no_data");
    settings.put("schema.incompatible", "proceed");
    return settings;
  }

  /** What a task sends that begins to read the table. */
  List<SourceRecord> begin() throws Exception {
    try (var task = TestingTask.start(settings())) {
      return task.begin(1);
    }
  }

  /** What a task sends until the table's progress has passed an LSN. */
  List<SourceRecord> run(List<SourceRecord> committed, Lsn end) throws Exception {
    try (var task = TestingTask.start(settings(), committed)) {
      return task.pollUntil(
          r -> isProgressAtOrAbove(committed, TOPIC, end) || isProgressAtOrAbove(r, TOPIC, end));
    }
  }

  /** The one switch. */
  static EventDetail.CaptureInstanceSwitched switched(List<SourceRecord> records) {
    List<SourceRecord> events = events(records, EventType.CAPTURE_INSTANCE_SWITCHED);
    assertThat(events).hasSize(1);
    return (EventDetail.CaptureInstanceSwitched) detail(events.get(0));
  }

  /** The instance and the id of each change. */
  static List<String> ids(List<SourceRecord> records) {
    return changes(records).stream()
        .map(r -> value(r).getString(Fields.CAPTURE_INSTANCE) + " " + value(r).getInt32("id"))
        .toList();
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }
}
