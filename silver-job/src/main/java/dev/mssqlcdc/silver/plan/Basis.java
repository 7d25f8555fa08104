package dev.mssqlcdc.silver.plan;

/** What a silver table stands on: the snapshot that its changes go on top of. */
sealed interface Basis {

  /**
   * The table was never read as a whole: changes, and rows of partial snapshots, are all there is.
   */
  record NoSnapshot() implements Basis {}

  /** A full snapshot, complete and settled. */
  record Settled(SourceSnapshot snapshot) implements Basis {}

  /** There is a snapshot that cannot be applied now, and nothing may be applied before it. */
  record Unusable(String why) implements Basis {}
}
