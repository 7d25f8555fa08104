package dev.mssqlcdc.connector.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.connector.core.TableId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class TestSettings {

  private static final Path PAGE = Path.of("..", "docs", "reference", "connector-settings.md");

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
    String page = SettingsPage.markdown(Settings.definition());
    if (Boolean.getBoolean("update.docs")) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE))
        .as("docs/reference/connector-settings.md (to refresh it: -Dupdate.docs=true)")
        .isEqualTo(page);
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
    assertThatThrownBy(() -> settings(Map.of("snapshot.mode", "sometimes")))
        .hasMessageContaining("snapshot.mode");
  }
}
