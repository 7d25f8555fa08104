package dev.mssqlcdc.lake;

import java.util.List;

/** The kinds of tables that this product creates. Each has fixed columns of its own. */
public enum TableKind {
  /** Every change and snapshot row of one source table, in the order of its topic. */
  BRONZE,
  /** One row per batch and per event that the writer committed, over all bronze tables. */
  FACTS,
  /** One row per table: up to when it is complete. */
  CONTROL,
  /** The current state of one source table. */
  SILVER,
  /** The versions of one source table's rows. */
  HISTORY,
  /** What checks of tables found. */
  REPORTS;

  /** How a table of an older release becomes one of this release. */
  public Migrations migrations() {
    return ShippedMigrations.of(this);
  }

  List<Column> latest(List<Column> columns) {
    return migrations().latest(columns);
  }
}
