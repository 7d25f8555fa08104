package dev.mssqlcdc.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.ConnectorTransactionBoundaries;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;
import org.junit.jupiter.api.Test;

class TestSqlServerCdcSourceConnector {

  @Test
  void isFoundByTheServiceLoaderWithItsVersion() {
    assertThat(ServiceLoader.load(SourceConnector.class))
        .singleElement()
        .isInstanceOf(SqlServerCdcSourceConnector.class)
        .extracting(SourceConnector::version)
        .asString()
        .matches("\\d+\\.\\d+\\.\\d+.*");
  }

  @Test
  void declaresExactlyOnce() {
    var connector = new SqlServerCdcSourceConnector();
    assertThat(connector.exactlyOnceSupport(Map.of())).isEqualTo(ExactlyOnceSupport.SUPPORTED);
    assertThat(connector.canDefineTransactionBoundaries(Map.of()))
        .isEqualTo(ConnectorTransactionBoundaries.SUPPORTED);
  }

  @Test
  void tasksShareTheCapturedTables() throws Exception {
    try (var database = TestingDatabase.create()) {
      for (String table : List.of("a", "b", "c")) {
        database.execute("CREATE TABLE dbo.%s (id int NOT NULL PRIMARY KEY)".formatted(table));
        database.track("dbo", table);
      }
      try (var connector = TestingConnector.start(database.settings("dbo\\..*"))) {
        assertThat(connector.taskConfigs(2).stream().map(c -> c.get("task.tables")))
            .containsExactly("[dbo].[a],[dbo].[c]", "[dbo].[b]");
        assertThat(connector.taskConfigs(5)).hasSize(3);
      }
    }
  }

  @Test
  void anExcludedTableIsGivenToNoTask() throws Exception {
    try (var database = TestingDatabase.create()) {
      for (String table : List.of("a", "b", "c")) {
        database.execute("CREATE TABLE dbo.%s (id int NOT NULL PRIMARY KEY)".formatted(table));
        database.track("dbo", table);
      }
      Map<String, String> settings = database.settings("");
      settings.remove("table.include.list");
      settings.put("table.exclude.list", "dbo\\.[ac]");
      try (var connector = TestingConnector.start(settings)) {
        assertThat(connector.taskConfigs(2).stream().map(c -> c.get("task.tables")))
            .containsExactly("[dbo].[b]");
      }
    }
  }

  @Test
  void tasksThatHeedSignalsKnowTheTablesOfTheOthers() throws Exception {
    try (var database = TestingDatabase.create()) {
      for (String table : List.of("a", "b", "c")) {
        database.execute("CREATE TABLE dbo.%s (id int NOT NULL PRIMARY KEY)".formatted(table));
        database.track("dbo", table);
      }
      Map<String, String> settings = database.settings("dbo\\..*");
      try (var connector = TestingConnector.start(settings)) {
        assertThat(connector.taskConfigs(2)).noneMatch(c -> c.containsKey("task.tables.others"));
      }
      settings.put("signal.kafka.topic", "signals");
      try (var connector = TestingConnector.start(settings)) {
        assertThat(connector.taskConfigs(2).stream().map(c -> c.get("task.tables.others")))
            .containsExactly("[dbo].[b]", "[dbo].[a],[dbo].[c]");
      }
    }
  }

  @Test
  void anUnreachableSourceIsToldWithTheRemedy() {
    Map<String, String> settings =
        Map.of(
            "database.hostname", "localhost",
            "database.port", "1",
            "database.names", "x",
            "topic.prefix", "p",
            "database.loginTimeout", "1");
    try (var connector = TestingConnector.start(settings)) {
      assertThatThrownBy(() -> connector.taskConfigs(1))
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining("database.hostname");
    }
  }
}
