package dev.mssqlcdc.connector.config;

import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;

/** Makes the reference page of the connector's settings out of their definition. */
final class SettingsPage {

  private static final String HEAD =
      """
      # Connector settings

      Made from `Settings.java`; change it there, then run
      `mvn test -pl connector -am -Dtest=TestSettings -Dsurefire.failIfNoSpecifiedTests=false -Dupdate.docs=true`.

      The connector class is `dev.mssqlcdc.connector.SqlServerCdcSourceConnector`. Settings of Connect itself, such as
      `tasks.max`, `exactly.once.support` and `topic.creation.*`, apply as everywhere; `errors.tolerance=all` is refused.
      Validation tells every fault at once, each on its setting; a setting that nobody reads is warned about in the
      worker's log, with a hint where its name is close to one of these or known from Debezium.
      """;

  private SettingsPage() {}

  static String markdown(ConfigDef definition) {
    var page = new StringBuilder(HEAD);
    Map<String, ConfigKey> keys = definition.configKeys();
    for (String group : definition.groups()) {
      page.append("\n## ").append(group).append("\n\n");
      page.append("| Setting | Default | Valid | Meaning |\n|---|---|---|---|\n");
      page.append(
          keys.values().stream()
              .filter(key -> group.equals(key.group))
              .sorted((a, b) -> Integer.compare(a.orderInGroup, b.orderInGroup))
              .map(SettingsPage::line)
              .collect(Collectors.joining()));
    }
    return page.toString();
  }

  private static String line(ConfigKey key) {
    return "| `%s` | %s | %s | %s |\n"
        .formatted(key.name, defaultOf(key), validOf(key), key.documentation);
  }

  private static String defaultOf(ConfigKey key) {
    if (!key.hasDefault()) {
      return "required";
    }
    Object value = ConfigDef.convertToString(key.defaultValue, key.type);
    return key.type == ConfigDef.Type.PASSWORD || "".equals(value) ? "empty" : "`" + value + "`";
  }

  private static String validOf(ConfigKey key) {
    return key.validator == null ? "" : key.validator.toString();
  }
}
