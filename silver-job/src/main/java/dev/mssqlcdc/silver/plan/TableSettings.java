package dev.mssqlcdc.silver.plan;

import java.util.Optional;

/**
 * What is asked of a silver table. What is not given stays as its owner has set it; a new table
 * begins with Delta's defaults.
 *
 * @param changeDataFeed whether Delta records what each commit changes
 * @param deletionVectors whether Delta marks rows as deleted instead of writing their files anew
 * @param typeWidening whether a column may become as wide as bronze's by itself; if not given,
 *     where the table's own property allows it
 */
public record TableSettings(
    Optional<Boolean> changeDataFeed,
    Optional<Boolean> deletionVectors,
    Optional<Boolean> typeWidening) {

  /** Nothing is asked. */
  public static final TableSettings NONE =
      new TableSettings(Optional.empty(), Optional.empty(), Optional.empty());

  public TableSettings withChangeDataFeed(boolean on) {
    return new TableSettings(Optional.of(on), deletionVectors, typeWidening);
  }

  public TableSettings withDeletionVectors(boolean on) {
    return new TableSettings(changeDataFeed, Optional.of(on), typeWidening);
  }

  public TableSettings withTypeWidening(boolean on) {
    return new TableSettings(changeDataFeed, deletionVectors, Optional.of(on));
  }

  /** These, and others' where these say nothing. */
  public TableSettings or(TableSettings others) {
    return new TableSettings(
        changeDataFeed.or(others::changeDataFeed),
        deletionVectors.or(others::deletionVectors),
        typeWidening.or(others::typeWidening));
  }
}
