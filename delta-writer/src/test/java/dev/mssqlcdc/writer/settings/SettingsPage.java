package dev.mssqlcdc.writer.settings;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;

/** The reference page of the settings. */
final class SettingsPage {

  private SettingsPage() {}

  static String markdown(ConfigDef definition) {
    StringBuilder page =
        new StringBuilder(
            """
            # Writer settings

            Made from `WriterSettings.java`; change it there, then run
            `mvn test -pl delta-writer -am -Dtest=TestWriterSettings -Dsurefire.failIfNoSpecifiedTests=false -Dupdate.docs=true`.

            `bin/delta-writer --config FILE [--set KEY=VALUE]...` reads them from a properties file; `--set` overrides it.
            A setting that begins with `kafka.` goes to the Kafka clients without that prefix (for example
            `kafka.security.protocol`), one that begins with `hadoop.` to the file system of the lake (for example
            `hadoop.fs.s3a.endpoint`). How records are read (`isolation.level`, offsets, the group) is not the user's choice.

            | Setting | Default | Valid | Meaning |
            |---|---|---|---|
            """);
    definition.configKeys().values().stream().map(SettingsPage::line).forEach(page::append);
    return page.toString();
  }

  private static String line(ConfigKey key) {
    String defaultValue = key.hasDefault() ? "`" + key.defaultValue + "`" : "required";
    return "| `%s` | %s | %s | %s |\n"
        .formatted(key.name, defaultValue, key.validator, key.documentation);
  }
}
