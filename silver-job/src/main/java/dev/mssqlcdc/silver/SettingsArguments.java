package dev.mssqlcdc.silver;

import dev.mssqlcdc.silver.plan.TableSettings;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is asked of the silver tables of a run. */
final class SettingsArguments {

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

  TableSettings ofAllTables() {
    return new TableSettings(changeDataFeed, deletionVectors, typeWidening);
  }

  boolean areGiven() {
    return !ofAllTables().equals(TableSettings.NONE);
  }
}
