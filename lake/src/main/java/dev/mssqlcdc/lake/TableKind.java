package dev.mssqlcdc.lake;

/** The kinds of tables that this product creates. Each has fixed columns of its own. */
public enum TableKind {
  /** Every change and snapshot row of one source table, in the order of its topic. */
  BRONZE(0),
  /** One row per batch and per event that the writer committed, over all bronze tables. */
  FACTS(0),
  /** One row per table: up to when it is complete. */
  CONTROL(0),
  /** The current state of one source table. */
  SILVER(0);

  private final int version;

  TableKind(int version) {
    this.version = version;
  }

  /** The shape that this release creates: the number of migrations of the kind. */
  public int version() {
    return version;
  }
}
