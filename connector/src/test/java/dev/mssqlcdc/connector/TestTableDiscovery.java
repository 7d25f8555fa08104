package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.ofTopic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.TestLogin;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tables that come and go while the connector runs. */
class TestTableDiscovery {

  private static final String A = "p.dbo.a";
  private static final String B = "p.dbo.b";
  private static final String TASK_TABLES = "task.tables";
  private static final String HELP = "sp_cdc_help_change_data_capture";

  private TestingDatabase database;

  @BeforeEach
  void createTable() throws SQLException {
    database = TestingDatabase.create();
    create("a");
    create("b");
    database.track("dbo", "a");
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private void create(String table) throws SQLException {
    database.execute(
        "CREATE TABLE dbo.%s (id int NOT NULL PRIMARY KEY)".formatted(table),
        "INSERT INTO dbo.%s VALUES (1)".formatted(table));
  }

  private void disable(String table) throws SQLException {
    database.execute(
        "EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N'%s',"
                .formatted(table)
            + " @capture_instance = N'all'");
  }

  private Map<String, String> settings(String tables) {
    Map<String, String> settings = database.settings(tables);
    settings.put("table.discovery.interval.ms", "10");
    return settings;
  }

  private static boolean isComplete(List<SourceRecord> records, String topic) {
    return !events(ofTopic(records, topic), EventType.BOOTSTRAP).isEmpty();
  }

  private static boolean hasStopped(List<SourceRecord> records, String topic) {
    return !events(ofTopic(records, topic), EventType.TABLE_STOPPED).isEmpty();
  }

  @Test
  void aTableThatAppearsIsReadFromItsSnapshotOnAndTheOthersGoOn() throws Exception {
    try (var connector = TestingConnector.start(settings("dbo\\..*"))) {
      Map<String, String> before = connector.taskConfigs(1).get(0);
      List<SourceRecord> first;
      try (var task = TestingTask.of(before, List.of())) {
        first = task.pollUntil(r -> isComplete(r, A));
      }
      database.track("dbo", "b");
      connector.awaitRequest();
      Map<String, String> after = connector.taskConfigs(1).get(0);
      assertThat(after).containsEntry(TASK_TABLES, "[dbo].[a],[dbo].[b]");
      database.execute("INSERT INTO dbo.a VALUES (2)", "INSERT INTO dbo.b VALUES (2)");
      Lsn end = database.capture();
      try (var task = TestingTask.of(after, first)) {
        List<SourceRecord> records =
            task.pollUntil(
                r ->
                    isProgressAtOrAbove(r, A, end)
                        && isProgressAtOrAbove(r, B, end)
                        && isComplete(r, B));
        assertThat(ofTopic(records, A).stream().filter(TestingRecords::isRow)).hasSize(1);
        assertThat(changes(ofTopic(records, A))).hasSize(1);
        assertThat(isComplete(records, A)).isFalse();
      }
    }
  }

  @Test
  void aTableThatDisappearsIsToldOfOnceAndTheOthersGoOn() throws Exception {
    database.track("dbo", "b");
    try (var connector = TestingConnector.start(settings("dbo\\..*"))) {
      Map<String, String> before = connector.taskConfigs(1).get(0);
      List<SourceRecord> first;
      try (var task = TestingTask.of(before, List.of())) {
        first = task.pollUntil(r -> isComplete(r, A) && isComplete(r, B));
      }
      connector.committed(first);
      disable("b");
      connector.awaitRequest();
      Map<String, String> after = connector.taskConfigs(1).get(0);
      assertThat(after)
          .containsEntry(TASK_TABLES, "[dbo].[a]")
          .containsEntry("task.tables.gone", "[dbo].[b]");
      List<SourceRecord> all = new ArrayList<>(first);
      database.execute("INSERT INTO dbo.a VALUES (2)");
      Lsn end = database.capture();
      try (var task = TestingTask.of(after, first)) {
        List<SourceRecord> records =
            task.pollUntil(r -> isProgressAtOrAbove(r, A, end) && hasStopped(r, B));
        assertThat(changes(ofTopic(records, A))).hasSize(1);
        assertThat(ofTopic(records, B)).hasSize(1);
        var stopped = (EventDetail.TableStopped) detail(ofTopic(records, B).get(0));
        assertThat(stopped.cause()).contains("dbo_b");
        all.addAll(records);
      }
      connector.committed(all);
      assertThat(connector.taskConfigs(1).get(0)).doesNotContainKey("task.tables.gone");
    }
  }

  @Test
  void aTableThatTheSettingsNameIsToldOfAlsoAfterARestart() throws Exception {
    database.track("dbo", "b");
    List<SourceRecord> first;
    try (var task = TestingTask.start(settings("dbo\\.a,dbo\\.b"))) {
      first = task.pollUntil(r -> isComplete(r, A) && isComplete(r, B));
    }
    database.execute("DROP TABLE dbo.a", "DROP TABLE dbo.b");
    try (var connector = TestingConnector.start(settings("dbo\\.a,dbo\\.b"))) {
      connector.committed(first);
      List<Map<String, String>> configs = connector.taskConfigs(3);
      assertThat(configs).hasSize(1);
      try (var task = TestingTask.of(configs.get(0), first)) {
        task.pollUntil(r -> hasStopped(r, A) && hasStopped(r, B));
      }
    }
  }

  /** Also after a restart, which the default name of its capture instance allows. */
  @Test
  void aTableThatIsRenamedKeepsItsTopicAndItsOffset() throws Exception {
    List<SourceRecord> records = new ArrayList<>();
    try (var connector = TestingConnector.start(settings("dbo\\.[ab].*"))) {
      try (var task = TestingTask.of(connector.taskConfigs(1).get(0), List.of())) {
        records.addAll(task.pollUntil(r -> isComplete(r, A)));
      }
      connector.committed(records);
      database.execute("EXEC sp_rename 'dbo.a', 'a_renamed'");
      database.track("dbo", "b");
      connector.awaitRequest();
      Map<String, String> config = connector.taskConfigs(1).get(0);
      assertThat(config)
          .containsEntry(TASK_TABLES, "[dbo].[a],[dbo].[b]")
          .doesNotContainKey("task.tables.gone");
      records.addAll(changeOfRenamed(config, records, 2));
    }
    try (var connector = TestingConnector.start(settings("dbo\\.[ab].*"))) {
      connector.committed(records);
      Map<String, String> config = connector.taskConfigs(1).get(0);
      assertThat(config).containsEntry(TASK_TABLES, "[dbo].[a],[dbo].[b]");
      changeOfRenamed(config, records, 3);
    }
  }

  private List<SourceRecord> changeOfRenamed(
      Map<String, String> config, List<SourceRecord> committed, int id) throws Exception {
    database.execute("INSERT INTO dbo.a_renamed VALUES (%d)".formatted(id));
    Lsn end = database.capture();
    try (var task = TestingTask.of(config, committed)) {
      List<SourceRecord> records = task.pollUntil(r -> isProgressAtOrAbove(r, A, end));
      assertThat(ofTopic(records, A).stream().filter(TestingRecords::isRow)).hasSize(1);
      assertThat(changes(ofTopic(records, A))).hasSize(1);
      return records;
    }
  }

  /** The newcomer's instance is not the one that was read: the table stops rather than mixes. */
  @Test
  void aTableThatTakesTheNameOfARenamedOneIsNotMixedWithIt() throws Exception {
    try (var connector = TestingConnector.start(settings("dbo\\.a.*"))) {
      List<SourceRecord> first;
      try (var task = TestingTask.of(connector.taskConfigs(1).get(0), List.of())) {
        first = task.pollUntil(r -> isComplete(r, A));
      }
      connector.committed(first);
      database.execute("EXEC sp_rename 'dbo.a', 'a_old'");
      create("a");
      database.execute(
          "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'a',"
              + " @capture_instance = N'new_a', @role_name = NULL");
      database.capture();
      connector.awaitRequest();
      Map<String, String> config = connector.taskConfigs(1).get(0);
      assertThat(config).containsEntry(TASK_TABLES, "[dbo].[a],[dbo].[a_old]");
      try (var task = TestingTask.of(config, first)) {
        List<SourceRecord> records =
            task.pollUntil(r -> hasStopped(r, A) && isComplete(r, "p.dbo.a_old"));
        assertThat(ofTopic(records, A).stream().filter(TestingRecords::isRow)).isEmpty();
      }
    }
  }

  @Test
  void aGrantMakesATableAppear() throws Exception {
    TestLogin login = database.newLogin().withUser();
    Map<String, String> settings = settings("dbo\\..*");
    settings.put("database.user", login.name());
    settings.put("database.password", login.password());
    try (var connector = TestingConnector.start(settings)) {
      assertThat(connector.taskConfigs(1)).isEmpty();
      login.granted("SELECT ON cdc.dbo_a_CT", "SELECT ON dbo.a");
      connector.awaitRequest();
      assertThat(connector.taskConfigs(1).get(0)).containsEntry(TASK_TABLES, "[dbo].[a]");
    }
  }

  @Test
  void aTopicThatWouldBeSharedIsRefusedWithTheRemedy() throws Exception {
    create("[x y]");
    create("x_y");
    try (var connector = TestingConnector.start(settings("dbo\\..*"))) {
      connector.taskConfigs(1);
      database.track("dbo", "x y");
      database.track("dbo", "x_y");
      connector.awaitRequest();
      assertThatThrownBy(() -> connector.taskConfigs(1))
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining("dbo.x y")
          .hasMessageContaining("table.exclude.list");
    }
  }

  @Test
  void aLookIsOneStatementAndSurvivesALostConnection() throws Exception {
    Map<String, String> settings = settings("dbo\\..*");
    try (var proxy = TestingProxy.open()) {
      proxy.lead(settings);
      try (var connector = TestingConnector.start(settings)) {
        connector.taskConfigs(1);
        TestingAwait.until(() -> looks(proxy) > 1);
        proxy.forget();
        TestingAwait.until(() -> looks(proxy) > 10);
        assertThat(proxy.statements()).allMatch(s -> s.contains(HELP));
        assertThat(connector.hasRequest()).isFalse();
        proxy.dropConnections();
        database.track("dbo", "b");
        connector.awaitRequest();
      }
    }
  }

  private static long looks(TestingProxy proxy) {
    return proxy.statements().stream().filter(s -> s.contains(HELP)).count();
  }
}
