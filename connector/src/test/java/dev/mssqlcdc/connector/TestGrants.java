package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.ofTopic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.TestLogin;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A reader with the least rights: what it lacks is told by the statement that gives it. */
class TestGrants {

  private static final String A = "p.dbo.a";
  private static final String B = "p.dbo.b";

  private TestingDatabase database;
  private TestLogin login;

  @BeforeEach
  void createTables() throws SQLException {
    database = TestingDatabase.create();
    for (String table : List.of("a", "b")) {
      database.execute(
          "CREATE TABLE dbo.%s (id int NOT NULL PRIMARY KEY, n int NULL)".formatted(table));
      database.track("dbo", table);
    }
    login = database.newLogin().withUser();
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings(String tables) {
    Map<String, String> settings = database.settings(tables);
    settings.put("database.user", login.name());
    settings.put("database.password", login.password());
    settings.put("snapshot.mode", "no_data");
    return settings;
  }

  private Map<String, List<String>> faults(String tables) {
    Map<String, List<String>> faults = new HashMap<>();
    for (ConfigValue value :
        new SqlServerCdcSourceConnector().validate(settings(tables)).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        faults.put(value.name(), value.errorMessages());
      }
    }
    return faults;
  }

  private String grant(String object) {
    return "GRANT SELECT ON %s TO [%s]".formatted(object, login.name());
  }

  private void revoke(String object) throws SQLException {
    database.execute("REVOKE SELECT ON %s FROM [%s]".formatted(object, login.name()));
  }

  @Test
  void validationWordsEveryGrantThatIsMissing() throws Exception {
    Map<String, List<String>> faults = faults("dbo\\.a,dbo\\.b");
    assertThat(faults).containsOnlyKeys("database.user");
    assertThat(faults.get("database.user"))
        .hasSize(2)
        .anyMatch(m -> m.contains(grant("[dbo].[a]")) && m.contains(grant("[cdc].[dbo_a_CT]")))
        .anyMatch(m -> m.contains(grant("[dbo].[b]")) && m.contains(grant("[cdc].[dbo_b_CT]")));
    login.granted("SELECT ON dbo.a", "SELECT ON dbo.b", "SELECT ON cdc.dbo_b_CT");
    assertThat(faults("dbo\\.[ab]").get("database.user"))
        .singleElement()
        .asString()
        .contains("table dbo.a", grant("[cdc].[dbo_a_CT]"))
        .doesNotContain("[dbo].[a]");
    login.granted("SELECT ON cdc.dbo_a_CT");
    assertThat(faults("dbo\\.[ab]")).isEmpty();
  }

  @Test
  void theCapturedColumnsAreEnough() throws Exception {
    database.execute(
        "CREATE TABLE dbo.c (id int NOT NULL PRIMARY KEY, n int NULL, secret int NULL)",
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'c',"
            + " @role_name = NULL, @captured_column_list = N'id, n'",
        "INSERT INTO dbo.c VALUES (1, 10, 100)");
    database.capture();
    login.granted("SELECT ON dbo.c (id, n)", "SELECT ON cdc.dbo_c_CT");
    assertThat(faults("dbo\\.c")).isEmpty();
    Map<String, String> settings = settings("dbo\\.c");
    settings.put("snapshot.mode", "initial");
    try (var task = TestingTask.start(settings)) {
      List<SourceRecord> records = task.pollUntil(r -> !events(r, EventType.BOOTSTRAP).isEmpty());
      assertThat(records.stream().filter(TestingRecords::isRow)).hasSize(1);
    }
  }

  @Test
  void aGatingRoleIsJoined() throws Exception {
    database.execute(
        "CREATE TABLE dbo.gated (id int NOT NULL PRIMARY KEY)",
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'gated',"
            + " @role_name = N'gate'");
    database.capture();
    login.granted("SELECT ON dbo.gated");
    assertThat(faults("dbo\\..*").get("database.user"))
        .singleElement()
        .asString()
        .contains("ALTER ROLE [<role>] ADD MEMBER [" + login.name() + "]")
        .contains("OBJECT_ID(N'[dbo].[gated]')")
        .contains(grant("[cdc].[dbo_gated_CT]"));
    login.in("gate").granted("SELECT ON cdc.dbo_gated_CT");
    assertThat(faults("dbo\\..*")).isEmpty();
  }

  @Test
  void eachInstanceNeedsItsGrant() throws Exception {
    login.granted("SELECT ON dbo.a", "SELECT ON cdc.dbo_a_CT");
    database.execute(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'a',"
            + " @capture_instance = N'second', @role_name = NULL");
    assertThat(faults("dbo\\.a").get("database.user"))
        .singleElement()
        .asString()
        .contains(grant("[cdc].[second_CT]"));
  }

  @Test
  void aLoginThatIsNoUserOfTheDatabaseIsAFaultOfItsName() throws Exception {
    login = database.newLogin();
    assertThat(faults("dbo\\.a")).containsOnlyKeys("database.names");
  }

  @Test
  void aTableWithoutTheGrantOnItsChangesStopsAloneBeforeItsSnapshot() throws Exception {
    login.granted("SELECT ON dbo.a", "SELECT ON dbo.b", "SELECT ON cdc.dbo_b_CT");
    database.execute("INSERT INTO dbo.a VALUES (1, 1)", "INSERT INTO dbo.b VALUES (1, 1)");
    Lsn end = database.capture();
    Map<String, String> settings = settings("dbo\\.[ab]");
    settings.put("snapshot.mode", "initial");
    List<SourceRecord> first;
    try (var task = TestingTask.start(settings)) {
      first = task.pollUntil(r -> hasStopped(r, A) && isProgressAtOrAbove(r, B, end));
      assertThat(ofTopic(first, A)).hasSize(1);
      assertThat(remedy(first)).contains(grant("[cdc].[dbo_a_CT]")).doesNotContain("[dbo].[a]");
    }
    login.granted("SELECT ON cdc.dbo_a_CT");
    try (var task = TestingTask.start(settings, first)) {
      List<SourceRecord> records = task.pollUntil(r -> TestingSnapshots.isComplete(ofTopic(r, A)));
      assertThat(ofTopic(records, A).stream().filter(TestingRecords::isRow)).hasSize(1);
    }
  }

  @Test
  void aGrantRevokedAtRunTimeStopsTheTableAloneUntilItIsGivenBack() throws Exception {
    for (String object : List.of("dbo.a", "cdc.dbo_a_CT")) {
      login.granted("SELECT ON dbo.a, SELECT ON dbo.b".split(", "));
      login.granted("SELECT ON cdc.dbo_a_CT", "SELECT ON cdc.dbo_b_CT");
      database.execute("DELETE FROM dbo.a", "DELETE FROM dbo.b");
      database.capture();
      List<SourceRecord> first;
      try (var task = TestingTask.start(settings("dbo\\.[ab]"))) {
        task.begin(2);
        revoke(object);
        database.execute("INSERT INTO dbo.a VALUES (1, 1)", "INSERT INTO dbo.b VALUES (1, 1)");
        Lsn end = database.capture();
        first = task.pollUntil(r -> hasStopped(r, A) && isProgressAtOrAbove(r, B, end));
        assertThat(changes(ofTopic(first, B))).hasSize(1);
        assertThat(changes(ofTopic(first, A))).isEmpty();
        String quoted = "[" + object.replace(".", "].[") + "]";
        assertThat(remedy(first)).contains(grant(quoted));
        database.execute("INSERT INTO dbo.b VALUES (2, 2)");
        Lsn later = database.capture();
        first = task.pollUntil(r -> isProgressAtOrAbove(r, B, later));
      }
      login.granted("SELECT ON " + object);
      Lsn end = database.capture();
      try (var task = TestingTask.start(settings("dbo\\.[ab]"), first)) {
        List<SourceRecord> records = task.pollUntil(r -> isProgressAtOrAbove(r, A, end));
        assertThat(changes(ofTopic(records, A))).hasSize(1);
        assertThat(changes(ofTopic(records, B))).isEmpty();
      }
    }
  }

  private static boolean hasStopped(List<SourceRecord> records, String topic) {
    return !events(ofTopic(records, topic), EventType.TABLE_STOPPED).isEmpty();
  }

  private static String remedy(List<SourceRecord> records) {
    SourceRecord stopped = events(ofTopic(records, A), EventType.TABLE_STOPPED).get(0);
    return ((EventDetail.TableStopped) detail(stopped)).remedy();
  }
}
