package dev.mssqlcdc.silver;

import dev.mssqlcdc.silver.plan.TableSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is asked of the silver tables of a run. */
final class SettingsArguments {

  private static final String KEY = "key such as dbo.log=id,part";

  @Option(
      names = "--change-data-feed",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = "Whether Delta records what each commit changes. Default: as it is.")
  private Optional<Boolean> changeDataFeed = Optional.empty();

  @Option(
      names = "--deletion-vectors",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = {
        "Whether Delta marks rows as deleted instead of writing their files anew. Default: as it",
        "is."
      })
  private Optional<Boolean> deletionVectors = Optional.empty();

  @Option(
      names = "--type-widening",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = {
        "Whether columns become as wide as bronze's by themselves. Default: where the table has",
        "delta.enableTypeWidening."
      })
  private Optional<Boolean> typeWidening = Optional.empty();

  @Option(
      names = "--key",
      paramLabel = "TABLE=COLUMNS",
      description = {
        "Columns that are unique in a table without a key, as in dbo.log=id,part: it then gets a",
        "silver table; may be repeated."
      })
  private final List<String> keys = new ArrayList<>();

  /**
   * Options with what is asked for.
   *
   * @throws IllegalArgumentException when a key has another form, or a table two
   */
  ApplyOptions addTo(ApplyOptions options) {
    Map<String, TableSettings> declared = new HashMap<>();
    for (String key : keys) {
      NamedList parsed = NamedList.parse(key, KEY);
      if (parsed.items().isEmpty()) {
        throw NamedList.wrong(key, KEY);
      }
      TableSettings settings = TableSettings.NONE.withKey(parsed.items());
      if (declared.put(parsed.name(), settings) != null) {
        throw new IllegalArgumentException("two keys are declared of " + parsed.name());
      }
    }
    return options.withDefaults(ofAllTables()).withSettings(declared);
  }

  boolean areGiven() {
    return !keys.isEmpty() || !ofAllTables().equals(TableSettings.NONE);
  }

  private TableSettings ofAllTables() {
    return new TableSettings(List.of(), changeDataFeed, deletionVectors, typeWidening);
  }
}
