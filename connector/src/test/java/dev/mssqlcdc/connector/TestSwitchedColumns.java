package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.SwitchedTable.ids;
import static dev.mssqlcdc.connector.SwitchedTable.switched;
import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.value;
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

/** What a newer capture instance has in other columns, types or in another key. */
class TestSwitchedColumns {

  private static final String T = SwitchedTable.TOPIC;

  private SwitchedTable table;
  private TestingDatabase database;

  @BeforeEach
  void createTable() throws SQLException {
    table = SwitchedTable.create();
    database = table.database();
  }

  @AfterEach
  void drop() throws SQLException {
    table.close();
  }

  @Test
  void anotherUniqueIndexIsAKeyChange() throws Exception {
    try (var task = TestingTask.start(table.settings())) {
      task.begin(1);
      database.trackAgain("t", "dbo_t_v2", ", @index_name = N'ix_part'");
      database.execute("INSERT INTO dbo.t VALUES (1, 1, 7)");
      Lsn end = database.capture();
      List<SourceRecord> records = task.pollTo(T, end);
      List<SourceRecord> changed = events(records, EventType.KEY_CHANGED);
      assertThat(changed).hasSize(1);
      var detail = (EventDetail.KeyChanged) detail(changed.get(0));
      assertThat(detail.oldKey()).containsExactly("id");
      assertThat(detail.newKey()).containsExactly("part", "id");
      assertThat(records.indexOf(changed.get(0)))
          .isLessThan(records.indexOf(changes(records).get(0)));
      assertThat(TestingRecords.key(changes(records).get(0)).getInt32("part")).isEqualTo(7);
    }
  }

  @Test
  void aKeyThatGainsAFieldStopsTheTableWhereARegistryWouldRefuseIt() throws Exception {
    Map<String, String> settings = table.settings();
    settings.put("schema.incompatible", "stop");
    List<SourceRecord> records;
    try (var task = TestingTask.start(settings)) {
      task.begin(1);
      database.execute("INSERT INTO dbo.t VALUES (1, 1, 1)");
      database.trackAgain("t", "dbo_t_v2", ", @index_name = N'ix_part'");
      database.execute("INSERT INTO dbo.t VALUES (2, 2, 2)");
      database.capture();
      EventDetail.TableStopped stopped = task.stopped();
      assertThat(stopped.cause()).contains("dbo.t", "[id]", "[part]", "dbo_t_v2");
      assertThat(stopped.remedy()).contains("schema.incompatible=proceed");
      records = task.records();
      assertThat(ids(records)).containsExactly("dbo_t 1");
    }
    Lsn end = database.capture();
    assertThat(ids(table.run(records, end))).containsExactly("dbo_t_v2 2");
  }

  @Test
  void columnsThatTheNewerLeavesOutAreNamedAndReadNull() throws Exception {
    try (var task = TestingTask.start(table.settings())) {
      task.begin(1);
      database.execute("ALTER TABLE dbo.t ADD extra int NULL, other int NULL");
      database.trackAgain("t", "dbo_t_v2", ", @captured_column_list = N'id, part, extra'");
      database.execute("INSERT INTO dbo.t VALUES (1, 1, 1, 1, 1)");
      Lsn end = database.capture();
      List<SourceRecord> records = task.pollTo(T, end);
      assertThat(switched(records).leftOut()).containsExactly("n");
      assertThat(switched(records).notCaptured()).containsExactly("other");
      SourceRecord row = changes(records).get(0);
      assertThat(value(row).getInt32("extra")).isEqualTo(1);
      assertThat(row.valueSchema().field("n")).isNotNull();
      assertThat(value(row).getInt32("n")).isNull();
    }
  }

  @Test
  void columnsThatTheNewerLeavesOutAreNamedAlsoWhenTheOldInstanceIsGone() throws Exception {
    List<SourceRecord> first = table.begin();
    database.execute("ALTER TABLE dbo.t ADD other int NULL");
    database.trackAgain("t", "dbo_t_v2", ", @captured_column_list = N'id, part'");
    database.execute("INSERT INTO dbo.t VALUES (1, 1, 1, 1)");
    List<SourceRecord> records = new ArrayList<>(first);
    for (SourceRecord record : table.run(first, database.capture())) {
      if (TestingRecords.isEvent(record, EventType.CAPTURE_INSTANCE_SWITCHED)) {
        break;
      }
      records.add(record);
    }
    database.disable("t", "dbo_t");
    database.execute("INSERT INTO dbo.t VALUES (2, 2, 2, 2)");
    List<SourceRecord> rest = table.run(records, database.capture());
    assertThat(switched(rest).leftOut()).containsExactly("n");
    assertThat(switched(rest).notCaptured()).containsExactly("other");
  }

  @Test
  void aColumnTypedIncompatiblyStopsTheTableAtTheSwitch() throws Exception {
    try (var task = TestingTask.start(table.settings())) {
      task.begin(1);
      database.execute(
          "INSERT INTO dbo.t VALUES (1, 1, 1)",
          "ALTER TABLE dbo.t DROP COLUMN n",
          "ALTER TABLE dbo.t ADD n nvarchar(20) NULL");
      database.trackAgain("t", "dbo_t_v2");
      database.execute("INSERT INTO dbo.t (id, n, part) VALUES (2, N'x', 2)");
      database.capture();
      EventDetail.TableStopped stopped = task.stopped();
      assertThat(stopped.cause()).contains("column n", "int", "nvarchar(20)", "dbo_t_v2");
      assertThat(stopped.remedy()).contains("column.exclude.list");
      assertThat(ids(task.records())).containsExactly("dbo_t 1");
    }
  }

  @Test
  void aColumnOfAWiderTypeGoesOnFromTheSwitch() throws Exception {
    try (var task = TestingTask.start(table.settings())) {
      task.begin(1);
      database.execute(
          "INSERT INTO dbo.t VALUES (1, 1, 1)",
          "ALTER TABLE dbo.t DROP COLUMN n",
          "ALTER TABLE dbo.t ADD n bigint NULL");
      database.trackAgain("t", "dbo_t_v2");
      database.execute("INSERT INTO dbo.t (id, n, part) VALUES (2, 5000000000, 2)");
      Lsn end = database.capture();
      List<SourceRecord> records = task.pollTo(T, end);
      assertThat(ids(records)).containsExactly("dbo_t 1", "dbo_t_v2 2");
      assertThat(value(changes(records).get(1)).getInt64("n")).isEqualTo(5_000_000_000L);
    }
  }
}
