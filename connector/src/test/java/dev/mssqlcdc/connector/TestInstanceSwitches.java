package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.SwitchedTable.ids;
import static dev.mssqlcdc.connector.SwitchedTable.switched;
import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.lsn;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.TestLogin;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From which of its capture instances a table is read. */
class TestInstanceSwitches {

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
  void theOlderIsReadBelowItsStartAndTheNewerFromItOn() throws Exception {
    try (var task = TestingTask.start(table.settings())) {
      task.begin(1);
      database.execute(
          "INSERT INTO dbo.t VALUES (1, 1, 1)",
          "ALTER TABLE dbo.t ADD extra nvarchar(10) NULL",
          "INSERT INTO dbo.t VALUES (2, 2, 2, N'unseen')");
      database.trackAgain("t", "dbo_t_v2");
      database.execute("INSERT INTO dbo.t VALUES (3, 3, 3, N'seen')");
      Lsn end = database.capture();
      List<SourceRecord> records = task.pollTo(T, end);

      assertThat(ids(records)).containsExactly("dbo_t 1", "dbo_t 2", "dbo_t_v2 3");
      assertThat(value(changes(records).get(2)).getString("extra")).isEqualTo("seen");
      EventDetail.CaptureInstanceSwitched detail = switched(records);
      Lsn start = database.startOf("dbo_t_v2");
      assertThat(detail.oldInstance()).isEqualTo("dbo_t");
      assertThat(detail.newInstance()).isEqualTo("dbo_t_v2");
      assertThat(detail.startLsn()).isEqualTo(start.toString());
      assertThat(detail.notCaptured()).isEmpty();
      assertThat(detail.leftOut()).isEmpty();
      SourceRecord event = events(records, EventType.CAPTURE_INSTANCE_SWITCHED).get(0);
      assertThat(lsn(event)).isEqualTo(start);
      int place = records.indexOf(event);
      assertThat(place).isLessThan(records.indexOf(changes(records).get(2)));
      assertThat(TestingRecords.isEvent(records.get(place - 1), EventType.PROGRESS)).isTrue();
      assertThat(lsn(records.get(place - 1))).isEqualTo(start.previous());
      assertThat(events(records, EventType.SCHEMA_CHANGE)).hasSize(1);
      assertThat(events(records, EventType.CAPTURE_INSTANCE_RELEASED)).isEmpty();
    }
  }

  @Test
  void aRestartAfterAnyRecordOverASwitchGoesOnWithTheNext() throws Exception {
    List<SourceRecord> first = table.begin();
    database.transaction(
        "INSERT INTO dbo.t VALUES (1, 1, 1), (2, 2, 2)", "UPDATE dbo.t SET n = n + 1");
    database.execute(
        "ALTER TABLE dbo.t ADD extra int NULL", "INSERT INTO dbo.t VALUES (3, 3, 3, 3)");
    database.trackAgain("t", "dbo_t_v2", ", @index_name = N'ix_part'");
    database.transaction(
        "INSERT INTO dbo.t VALUES (4, 4, 4, 4), (5, 5, 5, 5)", "UPDATE dbo.t SET extra = 9");
    database.execute("DELETE FROM dbo.t WHERE id = 1");
    Lsn end = database.capture();
    List<SourceRecord> rest = table.run(first, end);
    assertThat(events(rest, EventType.CAPTURE_INSTANCE_SWITCHED)).hasSize(1);
    assertThat(events(rest, EventType.KEY_CHANGED)).hasSize(1);
    for (int i = 0; i <= rest.size(); i++) {
      List<SourceRecord> committed = new ArrayList<>(first);
      committed.addAll(rest.subList(0, i));
      assertThat(comparable(table.run(committed, end)))
          .as("after record %d of %d", i, rest.size())
          .isEqualTo(comparable(rest.subList(i, rest.size())));
    }
  }

  /** All but the release: when it comes depends on when the worker stores offsets. */
  private static List<String> comparable(List<SourceRecord> records) {
    return records.stream()
        .filter(r -> !TestingRecords.isEvent(r, EventType.CAPTURE_INSTANCE_RELEASED))
        .map(TestingRecords::comparable)
        .map(text -> text.replace("released=1", "released=0"))
        .toList();
  }

  @Test
  void anInstanceDroppedAfterItsEndIsNotMissed() throws Exception {
    List<SourceRecord> first = table.begin();
    database.execute("INSERT INTO dbo.t VALUES (1, 1, 1)");
    database.trackAgain("t", "dbo_t_v2", ", @index_name = N'ix_part'");
    database.execute("INSERT INTO dbo.t VALUES (2, 2, 2)");
    Lsn end = database.capture();
    List<SourceRecord> records = new ArrayList<>(first);
    for (SourceRecord record : table.run(first, end)) {
      if (TestingRecords.isEvent(record, EventType.CAPTURE_INSTANCE_SWITCHED)) {
        break;
      }
      records.add(record);
    }
    database.disable("t", "dbo_t");
    List<SourceRecord> rest = table.run(records, end);
    assertThat(ids(rest)).containsExactly("dbo_t_v2 2");
    assertThat(switched(rest).oldInstance()).isEqualTo("dbo_t");
    assertThat(events(rest, EventType.KEY_CHANGED)).hasSize(1);
  }

  @Test
  void anInstanceDroppedBeforeItsEndStopsTheTable() throws Exception {
    List<SourceRecord> first = table.begin();
    database.execute("INSERT INTO dbo.t VALUES (1, 1, 1)");
    database.trackAgain("t", "dbo_t_v2");
    database.disable("t", "dbo_t");
    database.capture();
    try (var task = TestingTask.start(table.settings(), first)) {
      EventDetail.TableStopped stopped = task.stopped();
      assertThat(stopped.cause())
          .contains("dbo_t", "dbo.t", "lost", database.startOf("dbo_t_v2").toString());
      assertThat(stopped.remedy()).contains("capture_instance_released");
    }
  }

  @Test
  void aNewInstanceWithoutAGrantStopsAtItsStartAndGoesOnWhenItIsGranted() throws Exception {
    TestLogin login =
        database
            .database()
            .newLogin()
            .withUser()
            .granted("SELECT ON dbo.t", "SELECT ON cdc.dbo_t_CT");
    Map<String, String> settings = table.settings();
    settings.put("database.user", login.name());
    settings.put("database.password", login.password());
    List<SourceRecord> records;
    try (var task = TestingTask.start(settings)) {
      task.begin(1);
      database.execute("INSERT INTO dbo.t VALUES (1, 1, 1)");
      database.trackAgain("t", "dbo_t_v2");
      database.execute("INSERT INTO dbo.t VALUES (2, 2, 2)");
      database.capture();
      String grant = "GRANT SELECT ON [cdc].[dbo_t_v2_CT] TO [" + login.name() + "]";
      assertThat(task.stopped().remedy()).contains(grant);
      records = task.records();
      assertThat(ids(records)).containsExactly("dbo_t 1");
      database.execute(grant);
    }
    Lsn end = database.capture();
    try (var task = TestingTask.start(settings, records)) {
      List<SourceRecord> rest = task.pollTo(T, end);
      assertThat(ids(rest)).containsExactly("dbo_t_v2 2");
    }
  }

  @Test
  void instancesThatTieOnTheirStartAfterACleanupAreToldApartByTheirAge() throws Exception {
    List<SourceRecord> first = table.begin();
    database.execute("INSERT INTO dbo.t VALUES (1, 1, 1)");
    database.trackAgain("t", "dbo_t_v2");
    database.execute("INSERT INTO dbo.t VALUES (2, 2, 2)");
    Lsn end = database.capture();
    List<SourceRecord> records = new ArrayList<>(first);
    records.addAll(table.run(first, end));
    // cleanup goes down to the first commit of the same time: this one stands alone
    database.execute("INSERT INTO dbo.t VALUES (7, 7, 7)");
    records.addAll(table.run(records, database.capture()));
    for (String instance : List.of("dbo_t", "dbo_t_v2")) {
      database.execute(
          "DECLARE @lsn binary(10) = sys.fn_cdc_get_max_lsn(); EXEC sys.sp_cdc_cleanup_change_table"
              + " @capture_instance = N'%s', @low_water_mark = @lsn".formatted(instance));
    }
    assertThat(database.startOf("dbo_t")).isEqualTo(database.startOf("dbo_t_v2"));
    database.execute("INSERT INTO dbo.t VALUES (3, 3, 3)");
    Lsn later = database.capture();
    assertThat(ids(table.run(records, later))).containsExactly("dbo_t_v2 3");
    try (var task = TestingTask.start(table.settings())) {
      task.begin(1);
      database.execute("INSERT INTO dbo.t VALUES (4, 4, 4)");
      Lsn last = database.capture();
      assertThat(ids(task.pollTo(T, last)))
          .as("a table without an offset begins with the newest")
          .containsExactly("dbo_t_v2 4");
    }
  }

  @Test
  void aTableRenamedWhileItIsReadGoesOverToo() throws Exception {
    try (var task = TestingTask.start(table.settings())) {
      task.begin(1);
      database.execute("EXEC sp_rename 'dbo.t', 't_renamed'");
      database.trackAgain("t_renamed", "v2");
      database.execute("INSERT INTO dbo.t_renamed VALUES (1, 1, 1)");
      Lsn end = database.capture();
      assertThat(ids(task.pollTo(T, end))).containsExactly("v2 1");
    }
  }
}
