package dev.mssqlcdc.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestValidation {

  private static Map<String, List<String>> faults(Map<String, String> settings) {
    Map<String, List<String>> faults = new HashMap<>();
    for (ConfigValue value : new SqlServerCdcSourceConnector().validate(settings).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        faults.put(value.name(), value.errorMessages());
      }
    }
    return faults;
  }

  private static TestingDatabase withTable() throws Exception {
    TestingDatabase database = TestingDatabase.create();
    database.execute("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, v int NULL)");
    database.track("dbo", "t");
    return database;
  }

  @Test
  void aGoodConfigurationHasNoFault() throws Exception {
    try (var database = withTable()) {
      assertThat(faults(database.settings("dbo\\.t"))).isEmpty();
    }
  }

  @Test
  void malformedSettingsAreAllToldAtOnce() {
    assertThat(
            faults(
                Map.of(
                    "database.hostname", "",
                    "topic.prefix", "a b",
                    "max.batch.size", "0",
                    "errors.tolerance", "all")))
        .containsOnlyKeys(
            "database.hostname",
            "database.names",
            "topic.prefix",
            "max.batch.size",
            "errors.tolerance");
  }

  @Test
  void aMalformedSettingDoesNotHideWhatIsWrongAtTheSource() throws Exception {
    try (var database = withTable()) {
      Map<String, String> settings = database.settings("dbo\\.nothing");
      settings.put("max.batch.size", "0");
      assertThat(faults(settings)).containsOnlyKeys("max.batch.size", "table.include.list");
    }
  }

  @Test
  void rowsThatTheProducerWouldRefuseAreToldBefore() throws Exception {
    try (var database = withTable()) {
      Map<String, String> settings = database.settings("dbo\\.t");
      settings.put("producer.override.max.request.size", "999999");
      Map<String, List<String>> faults = faults(settings);
      assertThat(faults).containsOnlyKeys("row.max.bytes");
      assertThat(faults.get("row.max.bytes").get(0)).contains("999999");
      settings.put("row.max.bytes", "999999");
      assertThat(faults(settings)).isEmpty();
    }
  }

  @Test
  void aRefusedConnectionIsAFaultOfTheHost() throws Exception {
    int unusedPort;
    try (var unused = new ServerSocket(0)) {
      unusedPort = unused.getLocalPort();
    }
    try (var database = withTable()) {
      Map<String, String> settings = database.settings("dbo\\.t");
      settings.put("database.port", String.valueOf(unusedPort));
      assertThat(faults(settings)).containsOnlyKeys("database.hostname");
    }
  }

  @Test
  void aRefusedLoginIsAFaultOfUserAndPassword() throws Exception {
    try (var database = withTable()) {
      Map<String, String> settings = database.settings("dbo\\.t");
      settings.put("database.password", "wrong");
      Map<String, List<String>> faults = faults(settings);
      assertThat(faults).containsOnlyKeys("database.user", "database.password");
      assertThat(faults.get("database.user").get(0)).contains("18456");
      assertThat(faults.toString()).doesNotContain("wrong");
    }
  }

  @Test
  void anUnknownDatabaseIsAFaultOfItsName() throws Exception {
    try (var database = withTable()) {
      Map<String, String> settings = database.settings("dbo\\.t");
      settings.put("database.names", "nowhere");
      assertThat(faults(settings)).containsOnlyKeys("database.names");
    }
  }

  @Test
  void captureThatIsOffIsAFaultOfTheDatabase() throws Exception {
    try (var database = TestingDatabase.createWithoutCdc()) {
      Map<String, List<String>> faults = faults(database.settings(".*"));
      assertThat(faults).containsOnlyKeys("database.names");
      assertThat(faults.get("database.names").get(0)).contains("sp_cdc_enable_db");
    }
  }

  @Test
  void aPatternWithoutTablesAndATableWithoutInstanceAreFaultsOfTheIncludeList() throws Exception {
    try (var database = withTable()) {
      database.execute("CREATE TABLE dbo.untracked (id int NOT NULL PRIMARY KEY)");
      Map<String, List<String>> faults =
          faults(database.settings("dbo\\.nothing,dbo\\.untracked,dbo\\.t"));
      assertThat(faults).containsOnlyKeys("table.include.list");
      assertThat(faults.get("table.include.list"))
          .hasSize(2)
          .anyMatch(m -> m.contains("'dbo\\.nothing' matches no table"))
          .anyMatch(m -> m.contains("dbo.untracked") && m.contains("sp_cdc_enable_table"));
    }
  }

  @Test
  void reservedNamesUnsupportedTypesAndCollidingTopicsAreAllTold() throws Exception {
    try (var database = withTable()) {
      database.execute(
          "CREATE TABLE dbo.bad (id int NOT NULL PRIMARY KEY, _Operation int NULL)",
          "CREATE TABLE dbo.[a b] (id int NOT NULL PRIMARY KEY)",
          "CREATE TABLE dbo.a_b (id int NOT NULL PRIMARY KEY)");
      database.track("dbo", "bad");
      database.track("dbo", "a b");
      database.track("dbo", "a_b");
      Map<String, List<String>> faults = faults(database.settings("dbo\\..*"));
      assertThat(faults).containsOnlyKeys("table.include.list", "column.exclude.list");
      assertThat(faults.get("column.exclude.list"))
          .singleElement()
          .matches(m -> m.contains("'_Operation'") && m.contains("column.exclude.list"));
      assertThat(faults.get("table.include.list"))
          .singleElement()
          .matches(m -> m.contains("dbo.a b") && m.contains("dbo.a_b"));
      Map<String, String> repaired = database.settings("dbo\\.bad");
      repaired.put("column.exclude.list", "dbo\\.bad\\._operation");
      assertThat(faults(repaired)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sql_variant", "hierarchyid", "geography", "geometry"})
  void typesWithoutANaturalFormAreRefusedByName(String type) throws Exception {
    try (var database = withTable()) {
      database.execute(
          "CREATE TABLE dbo.odd (id int NOT NULL PRIMARY KEY, [the value] %s NULL)"
              .formatted(type));
      database.track("dbo", "odd");
      Map<String, String> settings = database.settings("dbo\\.odd");
      Map<String, List<String>> faults = faults(settings);
      assertThat(faults).containsOnlyKeys("column.exclude.list");
      assertThat(faults.get("column.exclude.list"))
          .singleElement()
          .asString()
          .contains("'the value'", "dbo.odd", type, "column.exclude.list");
      settings.put("column.exclude.list", "dbo\\.odd\\.the value");
      assertThat(faults(settings)).isEmpty();
    }
  }

  @Test
  void columnsThatCaptureDoesNotKeepAreWarnedAboutUntilTheyAreExcluded() throws Exception {
    try (var database = withTable()) {
      database.execute(
          "CREATE TABLE dbo.c (id int NOT NULL PRIMARY KEY, v int, twice AS (v * 2), old text)");
      database.track("dbo", "c");
      Map<String, String> settings = database.settings("dbo\\.c");
      assertThat(TestingLog.of(() -> faults(settings))).contains("[twice, old]", "dbo.c");
      settings.put("column.exclude.list", "dbo\\.c\\.(twice|old)");
      assertThat(TestingLog.of(() -> faults(settings))).doesNotContain("twice");
    }
  }

  @Test
  void onlyOneOfTheListsOfTablesMayBeSet() throws Exception {
    try (var database = withTable()) {
      Map<String, String> settings = database.settings("dbo\\.t");
      settings.put("table.exclude.list", "dbo\\.other");
      Map<String, List<String>> faults = faults(settings);
      assertThat(faults).containsOnlyKeys("table.exclude.list");
      assertThat(faults.get("table.exclude.list").get(0)).contains("table.include.list");
    }
  }

  @Test
  void whatIsWrongWithAnExcludedTableIsNoFault() throws Exception {
    try (var database = withTable()) {
      database.execute("CREATE TABLE dbo.bad (id int NOT NULL PRIMARY KEY, _Operation int NULL)");
      database.track("dbo", "bad");
      Map<String, String> settings = database.settings(".*");
      assertThat(faults(settings)).containsOnlyKeys("column.exclude.list");
      settings.remove("table.include.list");
      settings.put("table.exclude.list", "DBO\\.BAD");
      assertThat(faults(settings)).isEmpty();
    }
  }

  @Test
  void listsOfColumnsAreCheckedAgainstTheTables() throws Exception {
    try (var database = withTable()) {
      Map<String, String> settings = database.settings("dbo\\.t");
      settings.put("column.exclude.list", "dbo\\.t\\.id");
      Map<String, List<String>> faults = faults(settings);
      assertThat(faults).containsOnlyKeys("column.exclude.list");
      assertThat(faults.get("column.exclude.list").get(0)).contains("'id'", "dbo.t", "key");
      settings.put("column.exclude.list", "dbo\\.t\\.v");
      assertThat(faults(settings)).isEmpty();
      settings.put("column.include.list", "dbo\\.t\\.v");
      assertThat(faults(settings)).containsOnlyKeys("column.exclude.list");
      settings.remove("column.exclude.list");
      assertThat(faults(settings)).isEmpty();
    }
  }

  @Test
  void aSignalTopicNeedsAClusterAndTheOtherWayRound() {
    assertThat(faults(Map.of("signal.kafka.topic", "signals")))
        .containsKey("signal.kafka.bootstrap.servers")
        .doesNotContainKey("signal.kafka.topic");
    assertThat(faults(Map.of("signal.kafka.bootstrap.servers", "localhost:9092")))
        .containsKey("signal.kafka.topic")
        .doesNotContainKey("signal.kafka.bootstrap.servers");
  }

  @Test
  void whatTheConsumerOfSignalsCannotBeMadeOfIsToldWithoutSecrets() {
    Map<String, List<String>> faults =
        faults(
            Map.of(
                "signal.kafka.topic", "signals",
                "signal.kafka.bootstrap.servers", "localhost:9092",
                "signal.consumer.security.protocol", "SASL_PLAINTEXT",
                "signal.consumer.sasl.jaas.config", "very secret"));
    assertThat(faults.get("signal.kafka.bootstrap.servers"))
        .singleElement()
        .asString()
        .contains("signals", "signal.consumer.", "What to do");
    assertThat(faults.toString()).doesNotContain("very secret");
  }
}
