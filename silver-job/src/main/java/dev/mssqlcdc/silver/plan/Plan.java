package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.Lsn;
import java.util.Optional;

/** What a run does with one table. */
public sealed interface Plan {

  /** Bronze has nothing that could be applied yet. */
  record NothingYet(String why) implements Plan {}

  /** Silver is where bronze is. */
  record UpToDate() implements Plan {}

  /** Nothing may be applied before something else has happened at the source. */
  record Hold(String why) implements Plan {}

  /** Data is to be written. */
  sealed interface Work extends Plan {

    /** What silver is brought to. */
    Verdict target();

    /** The full snapshot that is applied as a whole, if one is. */
    Optional<String> snapshotId();

    /** Whether a run before this one may have written and not said so in control. */
    boolean recovers();
  }

  /**
   * Applies changes on top of what silver has.
   *
   * @param after the LSN up to which changes are applied already; empty for none yet
   */
  record Apply(Optional<Lsn> after, Verdict target, boolean recovers) implements Work {
    @Override
    public Optional<String> snapshotId() {
      return Optional.empty();
    }
  }

  /** Makes silver what a full snapshot and the changes after it say, and nothing else. */
  record Rebuild(SourceSnapshot snapshot, Verdict target, boolean recovers) implements Work {
    @Override
    public Optional<String> snapshotId() {
      return Optional.of(snapshot.id());
    }
  }
}
