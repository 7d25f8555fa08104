package dev.mssqlcdc.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;

/**
 * A reference page of settings, made out of their definition.
 *
 * @param file of the page
 * @param head what stands above the tables
 */
public record SettingsPage(Path file, String head) {

  /** Fails when the page is not what the definition makes; refreshes it when asked to. */
  public void assertUpToDate(ConfigDef definition) throws IOException {
    String page = markdown(definition);
    if (Boolean.getBoolean("update.docs")) {
      Files.writeString(file, page);
    }
    assertThat(Files.readString(file))
        .as("%s (to refresh it: -Dupdate.docs=true)", file)
        .isEqualTo(page);
  }

  private String markdown(ConfigDef definition) {
    String ungrouped = table(definition, null);
    return head
        + (ungrouped.isEmpty() ? "" : "\n" + ungrouped)
        + definition.groups().stream()
            .map(group -> "\n## " + group + "\n\n" + table(definition, group))
            .collect(Collectors.joining());
  }

  private static String table(ConfigDef definition, String group) {
    String lines =
        definition.configKeys().values().stream()
            .filter(key -> Objects.equals(group, key.group))
            .sorted(Comparator.comparingInt(key -> key.orderInGroup))
            .map(SettingsPage::line)
            .collect(Collectors.joining());
    return lines.isEmpty()
        ? ""
        : "| Setting | Default | Valid | Meaning |\n|---|---|---|---|\n" + lines;
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
