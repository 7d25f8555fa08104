package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.lsn;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.SqlScript;
import dev.mssqlcdc.sqlserver.testing.TestLogin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TestInstanceSwitches {

  private static final String T = "p.dbo.t";

  private TestingDatabase database;

  @BeforeEach
  void createTable() throws SQLException {
    database = TestingDatabase.create();
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL CONSTRAINT PK_t PRIMARY KEY, n int NULL, part int NOT NULL)",
        "CREATE UNIQUE INDEX ix_part ON dbo.t (part, id)");
    database.track("dbo", "t");
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.mode", "no_data");
    settings.put("schema.incompatible", "proceed");
    return settings;
  }

  private static boolean hasBegun(List<SourceRecord> records) {
    return !events(records, EventType.PROGRESS).isEmpty();
  }

  private List<SourceRecord> begin() throws Exception {
    try (var task = TestingTask.start(settings())) {
      return task.pollUntil(TestInstanceSwitches::hasBegun);
    }
  }

  private static List<SourceRecord> after(List<SourceRecord> committed, TestingTask task, Lsn end)
      throws InterruptedException {
    return task.pollUntil(
        r -> isProgressAtOrAbove(committed, T, end) || isProgressAtOrAbove(r, T, end));
  }

  private static EventDetail.CaptureInstanceSwitched switched(List<SourceRecord> records) {
    List<SourceRecord> events = events(records, EventType.CAPTURE_INSTANCE_SWITCHED);
    assertThat(events).hasSize(1);
    return (EventDetail.CaptureInstanceSwitched) detail(events.get(0));
  }

  private static EventDetail.TableStopped stopped(TestingTask task) throws InterruptedException {
    List<SourceRecord> records = task.pollUntil(r -> !events(r, EventType.TABLE_STOPPED).isEmpty());
    return (EventDetail.TableStopped) detail(events(records, EventType.TABLE_STOPPED).get(0));
  }

  private static List<String> ids(List<SourceRecord> records) {
    return changes(records).stream()
        .map(r -> value(r).getString(Fields.CAPTURE_INSTANCE) + " " + value(r).getInt32("id"))
        .toList();
  }

  @Test
  void theOlderIsReadBelowItsStartAndTheNewerFromItOn() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.pollUntil(TestInstanceSwitches::hasBegun);
      database.execute(
          "INSERT INTO dbo.t VALUES (1, 1, 1)",
          "ALTER TABLE dbo.t ADD extra nvarchar(10) NULL",
          "INSERT INTO dbo.t VALUES (2, 2, 2, N'unseen')");
      database.trackAgain("t", "dbo_t_v2");
      database.execute("INSERT INTO dbo.t VALUES (3, 3, 3, N'seen')");
      Lsn end = database.capture();
      List<SourceRecord> records = task.pollUntil(r -> isProgressAtOrAbove(r, T, end));

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
  void theOldInstanceIsReleasedOnlyWhenTheStoredOffsetHasPassedTheSwitch() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.pollUntil(TestInstanceSwitches::hasBegun);
      task.commit();
      database.trackAgain("t", "dbo_t_v2");
      Lsn first = database.capture();
      task.pollUntil(r -> isProgressAtOrAbove(r, T, first));
      database.execute("INSERT INTO dbo.t VALUES (1, 1, 1)");
      Lsn end = database.capture();
      List<SourceRecord> before = task.pollUntil(r -> isProgressAtOrAbove(r, T, end));
      assertThat(events(before, EventType.CAPTURE_INSTANCE_SWITCHED)).hasSize(1);
      assertThat(events(before, EventType.CAPTURE_INSTANCE_RELEASED)).isEmpty();

      task.commit();
      List<SourceRecord> records =
          task.pollUntil(r -> !events(r, EventType.CAPTURE_INSTANCE_RELEASED).isEmpty());
      var detail =
          (EventDetail.CaptureInstanceReleased)
              detail(events(records, EventType.CAPTURE_INSTANCE_RELEASED).get(0));
      assertThat(detail.oldInstance()).isEqualTo("dbo_t");
      assertThat(detail.newInstance()).isEqualTo("dbo_t_v2");

      database.disable("t", "dbo_t");
      database.execute("INSERT INTO dbo.t VALUES (2, 2, 2)");
      Lsn later = database.capture();
      records = task.pollUntil(r -> isProgressAtOrAbove(r, T, later));
      assertThat(ids(records)).containsExactly("dbo_t_v2 1", "dbo_t_v2 2");
      assertThat(events(records, EventType.CAPTURE_INSTANCE_RELEASED)).hasSize(1);

      try (var again = TestingTask.start(settings(), records)) {
        database.execute("INSERT INTO dbo.t VALUES (3, 3, 3)");
        Lsn last = database.capture();
        List<SourceRecord> rest = again.pollUntil(r -> isProgressAtOrAbove(r, T, last));
        assertThat(ids(rest)).containsExactly("dbo_t_v2 3");
        assertThat(events(rest, EventType.CAPTURE_INSTANCE_RELEASED)).isEmpty();
      }
    }
  }

  @Test
  void aRestartAfterAnyRecordOverASwitchGoesOnWithTheNext() throws Exception {
    List<SourceRecord> first = begin();
    database.transaction(
        "INSERT INTO dbo.t VALUES (1, 1, 1), (2, 2, 2)", "UPDATE dbo.t SET n = n + 1");
    database.execute(
        "ALTER TABLE dbo.t ADD extra int NULL", "INSERT INTO dbo.t VALUES (3, 3, 3, 3)");
    database.trackAgain("t", "dbo_t_v2", ", @index_name = N'ix_part'");
    database.transaction(
        "INSERT INTO dbo.t VALUES (4, 4, 4, 4), (5, 5, 5, 5)", "UPDATE dbo.t SET extra = 9");
    database.execute("DELETE FROM dbo.t WHERE id = 1");
    Lsn end = database.capture();
    List<SourceRecord> rest = run(first, end);
    assertThat(events(rest, EventType.CAPTURE_INSTANCE_SWITCHED)).hasSize(1);
    assertThat(events(rest, EventType.KEY_CHANGED)).hasSize(1);
    for (int i = 0; i <= rest.size(); i++) {
      List<SourceRecord> committed = new ArrayList<>(first);
      committed.addAll(rest.subList(0, i));
      assertThat(comparable(run(committed, end)))
          .as("after record %d of %d", i, rest.size())
          .isEqualTo(comparable(rest.subList(i, rest.size())));
    }
  }

  private List<SourceRecord> run(List<SourceRecord> committed, Lsn end) throws Exception {
    try (var task = TestingTask.start(settings(), committed)) {
      return after(committed, task, end);
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
  void anotherUniqueIndexIsAKeyChange() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.pollUntil(TestInstanceSwitches::hasBegun);
      database.trackAgain("t", "dbo_t_v2", ", @index_name = N'ix_part'");
      database.execute("INSERT INTO dbo.t VALUES (1, 1, 7)");
      Lsn end = database.capture();
      List<SourceRecord> records = task.pollUntil(r -> isProgressAtOrAbove(r, T, end));
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
    Map<String, String> settings = settings();
    settings.put("schema.incompatible", "stop");
    List<SourceRecord> records;
    try (var task = TestingTask.start(settings)) {
      task.pollUntil(TestInstanceSwitches::hasBegun);
      database.execute("INSERT INTO dbo.t VALUES (1, 1, 1)");
      database.trackAgain("t", "dbo_t_v2", ", @index_name = N'ix_part'");
      database.execute("INSERT INTO dbo.t VALUES (2, 2, 2)");
      database.capture();
      EventDetail.TableStopped stopped = stopped(task);
      assertThat(stopped.cause()).contains("dbo.t", "[id]", "[part]", "dbo_t_v2");
      assertThat(stopped.remedy()).contains("schema.incompatible=proceed");
      records = task.pollUntil(r -> true);
      assertThat(ids(records)).containsExactly("dbo_t 1");
    }
    Lsn end = database.capture();
    assertThat(ids(run(records, end))).containsExactly("dbo_t_v2 2");
  }

  @Test
  void columnsThatTheNewerLeavesOutAreNamedAndReadNull() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.pollUntil(TestInstanceSwitches::hasBegun);
      database.execute("ALTER TABLE dbo.t ADD extra int NULL, other int NULL");
      database.trackAgain("t", "dbo_t_v2", ", @captured_column_list = N'id, part, extra'");
      database.execute("INSERT INTO dbo.t VALUES (1, 1, 1, 1, 1)");
      Lsn end = database.capture();
      List<SourceRecord> records = task.pollUntil(r -> isProgressAtOrAbove(r, T, end));
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
    List<SourceRecord> first = begin();
    database.execute("ALTER TABLE dbo.t ADD other int NULL");
    database.trackAgain("t", "dbo_t_v2", ", @captured_column_list = N'id, part'");
    database.execute("INSERT INTO dbo.t VALUES (1, 1, 1, 1)");
    List<SourceRecord> records = new ArrayList<>(first);
    for (SourceRecord record : run(first, database.capture())) {
      if (TestingRecords.isEvent(record, EventType.CAPTURE_INSTANCE_SWITCHED)) {
        break;
      }
      records.add(record);
    }
    database.disable("t", "dbo_t");
    database.execute("INSERT INTO dbo.t VALUES (2, 2, 2, 2)");
    List<SourceRecord> rest = run(records, database.capture());
    assertThat(switched(rest).leftOut()).containsExactly("n");
    assertThat(switched(rest).notCaptured()).containsExactly("other");
  }

  @Test
  void anInstanceDroppedAfterItsEndIsNotMissed() throws Exception {
    List<SourceRecord> first = begin();
    database.execute("INSERT INTO dbo.t VALUES (1, 1, 1)");
    database.trackAgain("t", "dbo_t_v2", ", @index_name = N'ix_part'");
    database.execute("INSERT INTO dbo.t VALUES (2, 2, 2)");
    Lsn end = database.capture();
    List<SourceRecord> records = new ArrayList<>(first);
    for (SourceRecord record : run(first, end)) {
      if (TestingRecords.isEvent(record, EventType.CAPTURE_INSTANCE_SWITCHED)) {
        break;
      }
      records.add(record);
    }
    database.disable("t", "dbo_t");
    List<SourceRecord> rest = run(records, end);
    assertThat(ids(rest)).containsExactly("dbo_t_v2 2");
    assertThat(switched(rest).oldInstance()).isEqualTo("dbo_t");
    assertThat(events(rest, EventType.KEY_CHANGED)).hasSize(1);
  }

  @Test
  void anInstanceDroppedBeforeItsEndStopsTheTable() throws Exception {
    List<SourceRecord> first = begin();
    database.execute("INSERT INTO dbo.t VALUES (1, 1, 1)");
    database.trackAgain("t", "dbo_t_v2");
    database.disable("t", "dbo_t");
    database.capture();
    try (var task = TestingTask.start(settings(), first)) {
      EventDetail.TableStopped stopped = stopped(task);
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
    Map<String, String> settings = settings();
    settings.put("database.user", login.name());
    settings.put("database.password", login.password());
    List<SourceRecord> records;
    try (var task = TestingTask.start(settings)) {
      task.pollUntil(TestInstanceSwitches::hasBegun);
      database.execute("INSERT INTO dbo.t VALUES (1, 1, 1)");
      database.trackAgain("t", "dbo_t_v2");
      database.execute("INSERT INTO dbo.t VALUES (2, 2, 2)");
      database.capture();
      String grant = "GRANT SELECT ON [cdc].[dbo_t_v2_CT] TO [" + login.name() + "]";
      assertThat(stopped(task).remedy()).contains(grant);
      records = task.pollUntil(r -> true);
      assertThat(ids(records)).containsExactly("dbo_t 1");
      database.execute(grant);
    }
    Lsn end = database.capture();
    try (var task = TestingTask.start(settings, records)) {
      List<SourceRecord> rest = task.pollUntil(r -> isProgressAtOrAbove(r, T, end));
      assertThat(ids(rest)).containsExactly("dbo_t_v2 2");
    }
  }

  @Test
  void instancesThatTieOnTheirStartAreToldApartByTheirAge() throws Exception {
    List<SourceRecord> first = begin();
    database.execute("INSERT INTO dbo.t VALUES (1, 1, 1)");
    database.trackAgain("t", "dbo_t_v2");
    database.execute("INSERT INTO dbo.t VALUES (2, 2, 2)");
    Lsn end = database.capture();
    List<SourceRecord> records = new ArrayList<>(first);
    records.addAll(run(first, end));
    // cleanup goes down to the first commit of the same time: this one stands alone
    database.execute("INSERT INTO dbo.t VALUES (7, 7, 7)");
    records.addAll(run(records, database.capture()));
    for (String instance : List.of("dbo_t", "dbo_t_v2")) {
      database.execute(
          "DECLARE @lsn binary(10) = sys.fn_cdc_get_max_lsn(); EXEC sys.sp_cdc_cleanup_change_table"
              + " @capture_instance = N'%s', @low_water_mark = @lsn".formatted(instance));
    }
    assertThat(database.startOf("dbo_t")).isEqualTo(database.startOf("dbo_t_v2"));
    database.execute("INSERT INTO dbo.t VALUES (3, 3, 3)");
    Lsn later = database.capture();
    assertThat(ids(run(records, later))).containsExactly("dbo_t_v2 3");
    try (var task = TestingTask.start(settings())) {
      task.pollUntil(TestInstanceSwitches::hasBegun);
      database.execute("INSERT INTO dbo.t VALUES (4, 4, 4)");
      Lsn last = database.capture();
      assertThat(ids(task.pollUntil(r -> isProgressAtOrAbove(r, T, last))))
          .as("a table without an offset begins with the newest")
          .containsExactly("dbo_t_v2 4");
    }
  }

  @Test
  void aColumnTypedIncompatiblyStopsTheTableAtTheSwitch() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.pollUntil(TestInstanceSwitches::hasBegun);
      database.execute(
          "INSERT INTO dbo.t VALUES (1, 1, 1)",
          "ALTER TABLE dbo.t DROP COLUMN n",
          "ALTER TABLE dbo.t ADD n nvarchar(20) NULL");
      database.trackAgain("t", "dbo_t_v2");
      database.execute("INSERT INTO dbo.t (id, n, part) VALUES (2, N'x', 2)");
      database.capture();
      EventDetail.TableStopped stopped = stopped(task);
      assertThat(stopped.cause()).contains("column n", "int", "nvarchar(20)", "dbo_t_v2");
      assertThat(stopped.remedy()).contains("column.exclude.list");
      assertThat(ids(task.pollUntil(r -> true))).containsExactly("dbo_t 1");
    }
  }

  @Test
  void aColumnOfAWiderTypeGoesOnFromTheSwitch() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.pollUntil(TestInstanceSwitches::hasBegun);
      database.execute(
          "INSERT INTO dbo.t VALUES (1, 1, 1)",
          "ALTER TABLE dbo.t DROP COLUMN n",
          "ALTER TABLE dbo.t ADD n bigint NULL");
      database.trackAgain("t", "dbo_t_v2");
      database.execute("INSERT INTO dbo.t (id, n, part) VALUES (2, 5000000000, 2)");
      Lsn end = database.capture();
      List<SourceRecord> records = task.pollUntil(r -> isProgressAtOrAbove(r, T, end));
      assertThat(ids(records)).containsExactly("dbo_t 1", "dbo_t_v2 2");
      assertThat(value(changes(records).get(1)).getInt64("n")).isEqualTo(5_000_000_000L);
    }
  }

  /** The statements of docs/guides/schema-changes.md, as they stand there. */
  @Test
  void theProcedureOfTheGuideAddsAColumn() throws Exception {
    List<SqlScript> steps = stepsOfTheGuide();
    assertThat(steps).hasSize(2);
    database.execute(
        "CREATE ROLE cdc_reader", "CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY)");
    database.track("dbo", "orders");
    database.execute("GRANT SELECT ON cdc.dbo_orders_CT TO cdc_reader");
    TestLogin login =
        database.database().newLogin().withUser().granted("SELECT ON dbo.orders").in("cdc_reader");
    Map<String, String> settings = database.settings("dbo\\.orders");
    settings.put("database.user", login.name());
    settings.put("database.password", login.password());
    try (var task = TestingTask.start(settings)) {
      task.pollUntil(TestInstanceSwitches::hasBegun);
      database.database().startCapture();
      database.execute("INSERT INTO dbo.orders VALUES (1)");
      database.execute(steps.get(0).batches().toArray(String[]::new));
      database.execute("INSERT INTO dbo.orders VALUES (2, N'new')");
      task.pollUntil(r -> changes(r).size() == 2);
      assertThat(events(task.pollUntil(r -> true), EventType.CAPTURE_INSTANCE_RELEASED)).isEmpty();
      database.execute("INSERT INTO dbo.orders VALUES (3, N'newer')");
      task.pollUntil(r -> changes(r).size() == 3);
      task.commit();
      task.pollUntil(r -> !events(r, EventType.CAPTURE_INSTANCE_RELEASED).isEmpty());
      database.execute(steps.get(1).batches().toArray(String[]::new));
      database.execute("INSERT INTO dbo.orders VALUES (4, N'newest')");
      List<SourceRecord> records = task.pollUntil(r -> changes(r).size() == 4);
      assertThat(ids(records))
          .containsExactly("dbo_orders 1", "dbo_orders_v2 2", "dbo_orders_v2 3", "dbo_orders_v2 4");
      assertThat(changes(records).stream().skip(1).map(r -> value(r).getString("note")))
          .containsExactly("new", "newer", "newest");
      assertThat(events(records, EventType.TABLE_STOPPED)).isEmpty();
    }
    database.database().stopCapture();
  }

  private static List<SqlScript> stepsOfTheGuide() throws IOException {
    String guide = Files.readString(Path.of("../docs/guides/schema-changes.md"));
    return Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL)
        .matcher(guide)
        .results()
        .map(block -> block.group(1))
        .filter(block -> block.contains("GO\n"))
        .map(SqlScript::of)
        .toList();
  }

  @Test
  void aTableRenamedWhileItIsReadGoesOverToo() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.pollUntil(TestInstanceSwitches::hasBegun);
      database.execute("EXEC sp_rename 'dbo.t', 't_renamed'");
      database.trackAgain("t_renamed", "v2");
      database.execute("INSERT INTO dbo.t_renamed VALUES (1, 1, 1)");
      Lsn end = database.capture();
      assertThat(ids(task.pollUntil(r -> isProgressAtOrAbove(r, T, end)))).containsExactly("v2 1");
    }
  }
}
