package dev.mssqlcdc.connector.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.reference.SettingsPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class TestSettings {

  private static final SettingsPage PAGE =
      new SettingsPage(
          Path.of("..", "docs", "reference", "connector-settings.md"),
          """
          # Connector settings

          Made from `Settings.java`; change it there, then run
          `mvn test -pl connector -am -Dtest=TestSettings -Dsurefire.failIfNoSpecifiedTests=false -Dupdate.docs=true`.

          The connector class is `dev.mssqlcdc.connector.SqlServerCdcSourceConnector`. Settings of Connect itself, such as
          `tasks.max`, `exactly.once.support` and `topic.creation.*`, apply as everywhere; `errors.tolerance=all` is refused.
          Validation tells every fault at once, each on its setting; a setting that nobody reads is warned about in the
          worker's log, with a hint where its name is close to one of these or known from Debezium.
          """);

  private static ConnectorSettings settings(Map<String, String> more) {
    Map<String, String> all =
        new HashMap<>(
            Map.of(
                "database.hostname", "db.example.org",
                "database.names", "shop",
                "database.user", "reader",
                "database.password", "secret",
                "topic.prefix", "shop"));
    all.putAll(more);
    return new ConnectorSettings(all);
  }

  @Test
  void theReferencePageIsUpToDate() throws IOException {
    PAGE.assertUpToDate(Settings.definition());
  }

  @Test
  void everyDatabaseSettingOfTheUserReachesTheDriver() {
    var properties =
        settings(Map.of("database.trustServerCertificate", "true", "database.loginTimeout", "3"))
            .connection();
    assertThat(properties)
        .containsEntry("serverName", "db.example.org")
        .containsEntry("portNumber", "1433")
        .containsEntry("databaseName", "shop")
        .containsEntry("user", "reader")
        .containsEntry("password", "secret")
        .containsEntry("encrypt", "true")
        .containsEntry("applicationIntent", "ReadOnly")
        .containsEntry("trustServerCertificate", "true")
        .containsEntry("loginTimeout", "3")
        .doesNotContainKeys("hostname", "names", "port");
  }

  @Test
  void theUserMayGiveTheDriverAnotherIntentInAnyCase() {
    var properties =
        settings(Map.of("database.ApplicationIntent", "ReadWrite", "database.Encrypt", "false"))
            .connection();
    assertThat(properties.keySet().stream().map(String::valueOf))
        .filteredOn(name -> name.equalsIgnoreCase("applicationIntent"))
        .singleElement()
        .satisfies(name -> assertThat(properties.getProperty(name)).isEqualTo("ReadWrite"));
    assertThat(properties.keySet().stream().map(String::valueOf))
        .filteredOn(name -> name.equalsIgnoreCase("encrypt"))
        .singleElement()
        .satisfies(name -> assertThat(properties.getProperty(name)).isEqualTo("true"));
  }

  @Test
  void theDriverNeverConnectsAgainByItself() {
    assertThat(settings(Map.of("database.connectRetryCount", "3")).connection())
        .containsEntry("connectRetryCount", "0");
  }

  @Test
  void tablePatternsMatchWholeNamesIgnoringCase() {
    var filter = settings(Map.of("table.include.list", "dbo\\.order, SALES\\..*")).filter();
    assertThat(filter.includes(new TableId("dbo", "Order"))).isTrue();
    assertThat(filter.includes(new TableId("dbo", "orders"))).isFalse();
    assertThat(filter.includes(new TableId("Sales", "x"))).isTrue();
  }

  @Test
  void aTaskReadsTheTablesItWasGiven() {
    assertThat(settings(Map.of("task.tables", "[dbo].[a,b],[x.y].[z]]]")).taskTables())
        .isEqualTo(List.of(new TableId("dbo", "a,b"), new TableId("x.y", "z]")));
  }

  @Test
  void theConsumerOfSignalsGetsWhatTheUserGivesIt() {
    var signals =
        new SignalSettings(
            Map.of(
                "signal.kafka.topic", "signals",
                "signal.kafka.bootstrap.servers", "a:9092,b:9092",
                "signal.consumer.security.protocol", "SASL_SSL",
                "task.tables.others", "[dbo].[t]"));
    assertThat(signals.topic()).contains("signals");
    assertThat(signals.consumer())
        .isEqualTo(Map.of("bootstrap.servers", "a:9092,b:9092", "security.protocol", "SASL_SSL"));
    assertThat(signals.otherTables()).containsExactly(new TableId("dbo", "t"));
  }

  @Test
  void withoutATopicThereAreNoSignals() {
    assertThat(new SignalSettings(Map.of()).topic()).isEmpty();
  }

  @Test
  void refusesValuesThatMakeNoSense() {
    assertThatThrownBy(() -> settings(Map.of("database.names", "a,b")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("several databases");
    assertThatThrownBy(() -> settings(Map.of("topic.prefix", "a b")))
        .hasMessageContaining("topic.prefix");
    assertThatThrownBy(() -> settings(Map.of("table.include.list", "(")))
        .hasMessageContaining("table.include.list");
    assertThatThrownBy(() -> settings(Map.of("source.time.zone", "Mars")))
        .hasMessageContaining("time zone");
    assertThatThrownBy(() -> settings(Map.of("signal.kafka.topic", "a b")))
        .hasMessageContaining("signal.kafka.topic");
    assertThatThrownBy(() -> settings(Map.of("snapshot.mode", "sometimes")))
        .hasMessageContaining("snapshot.mode");
  }
}
