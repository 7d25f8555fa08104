package dev.mssqlcdc.silver.plan;

import java.util.List;
import java.util.Optional;

/**
 * What is asked of a silver table. What is not given stays as its owner has set it; a new table
 * begins with Delta's defaults.
 *
 * @param key columns that are unique in a source table that has no key, so that it gets a silver
 *     table too; empty for none
 * @param changeDataFeed whether Delta records what each commit changes
 * @param deletionVectors whether Delta marks rows as deleted instead of writing their files anew
 * @param typeWidening whether a column may become as wide as bronze's by itself; if not given,
 *     where the table's own property allows it
 */
public record TableSettings(
    List<String> key,
    Optional<Boolean> changeDataFeed,
    Optional<Boolean> deletionVectors,
    Optional<Boolean> typeWidening) {

  /** Nothing is asked. */
  public static final TableSettings NONE =
      new TableSettings(List.of(), Optional.empty(), Optional.empty(), Optional.empty());

  public TableSettings {
    key = List.copyOf(key);
  }

  public TableSettings withKey(List<String> columns) {
    return new TableSettings(columns, changeDataFeed, deletionVectors, typeWidening);
  }

  public TableSettings withChangeDataFeed(boolean on) {
    return new TableSettings(key, Optional.of(on), deletionVectors, typeWidening);
  }

  public TableSettings withDeletionVectors(boolean on) {
    return new TableSettings(key, changeDataFeed, Optional.of(on), typeWidening);
  }

  public TableSettings withTypeWidening(boolean on) {
    return new TableSettings(key, changeDataFeed, deletionVectors, Optional.of(on));
  }

  /** These, and others' where these say nothing. */
  public TableSettings or(TableSettings others) {
    return new TableSettings(
        key.isEmpty() ? others.key : key,
        changeDataFeed.or(others::changeDataFeed),
        deletionVectors.or(others::deletionVectors),
        typeWidening.or(others::typeWidening));
  }
}
