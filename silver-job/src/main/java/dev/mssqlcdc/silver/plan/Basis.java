package dev.mssqlcdc.silver.plan;

import java.util.Optional;

/** What a silver table stands on: the snapshot that its changes go on top of. */
sealed interface Basis {

  /** The full snapshot, complete and settled, that silver is or can be built from. */
  default Optional<SourceSnapshot> ground() {
    return Optional.empty();
  }

  /**
   * The table was never read as a whole: changes, and rows of partial snapshots, are all there is.
   */
  record NoSnapshot() implements Basis {}

  /** A full snapshot, complete and settled. */
  record Settled(SourceSnapshot snapshot) implements Basis {

    @Override
    public Optional<SourceSnapshot> ground() {
      return Optional.of(snapshot);
    }
  }

  /**
   * A full snapshot that is being read or not settled: its chunks are applied as they come.
   *
   * @param snapshot the newest
   * @param ground an older one that is settled
   */
  record Unsettled(SourceSnapshot snapshot, Optional<SourceSnapshot> ground, Held held)
      implements Basis {}

  /** There is a snapshot that cannot be applied now, and nothing may be applied before it. */
  record Unusable(String why) implements Basis {}
}
