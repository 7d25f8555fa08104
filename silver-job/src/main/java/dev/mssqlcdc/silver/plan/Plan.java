package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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

    /** What is added of other snapshots, in the order of the topic. */
    List<Addition> additions();

    /** Whether a run before this one may have written and not said so in control. */
    boolean recovers();

    /** The LSN above which changes are read; empty to read all. No stamp lies below it. */
    Optional<Lsn> changesAfter();

    /** Whether silver's verdict has to stay where it is, and why. */
    default Optional<Held> held() {
      return Optional.empty();
    }

    /** Where the last of the additions stands. */
    default Optional<EventOffset> addedUpTo() {
      return additions().stream().reduce((a, b) -> b).map(Addition::at);
    }

    /** Ids of the snapshots whose rows are all read. */
    default List<String> snapshots() {
      return Stream.concat(
              snapshotId().stream(), added(PartialSnapshot.class).stream().map(PartialSnapshot::id))
          .toList();
    }

    /** Chunks whose rows are read. */
    default List<Chunk> chunks() {
      return added(Chunk.class);
    }

    private <T extends Addition> List<T> added(Class<T> kind) {
      return additions().stream().filter(kind::isInstance).map(kind::cast).toList();
    }
  }

  /**
   * Applies changes, and images of snapshots, on top of what silver has.
   *
   * @param after the LSN up to which changes are applied already; empty for none yet
   */
  record Apply(
      Optional<Lsn> after,
      Verdict target,
      boolean recovers,
      List<Addition> additions,
      Optional<Held> held)
      implements Work {

    public Apply {
      additions = List.copyOf(additions);
    }

    @Override
    public Optional<String> snapshotId() {
      return Optional.empty();
    }

    /**
     * Changes after a stamp are read again: one of them may have deleted a key, of which silver
     * itself remembers nothing.
     */
    @Override
    public Optional<Lsn> changesAfter() {
      return after.map(applied -> additions.stream().map(Addition::from).reduce(applied, Lsn::min));
    }
  }

  /** Makes silver what a full snapshot and what came after it say, and nothing else. */
  record Rebuild(
      SourceSnapshot snapshot,
      Verdict target,
      boolean recovers,
      List<Addition> additions,
      Optional<Held> held)
      implements Work {

    public Rebuild {
      additions = List.copyOf(additions);
    }

    @Override
    public Optional<String> snapshotId() {
      return Optional.of(snapshot.id());
    }

    @Override
    public Optional<Lsn> changesAfter() {
      return Optional.of(snapshot.s());
    }
  }

  /**
   * Puts what bronze says in the place of whatever silver holds.
   *
   * @param snapshot what to begin with; empty where the table was never read as a whole
   */
  record Replace(Optional<SourceSnapshot> snapshot, Verdict target, List<Addition> additions)
      implements Work {

    public Replace {
      additions = List.copyOf(additions);
    }

    @Override
    public Optional<String> snapshotId() {
      return snapshot.map(SourceSnapshot::id);
    }

    /** What silver holds does not matter, so neither does who left it half-written. */
    @Override
    public boolean recovers() {
      return false;
    }

    @Override
    public Optional<Lsn> changesAfter() {
      return snapshot.map(SourceSnapshot::s);
    }
  }
}
