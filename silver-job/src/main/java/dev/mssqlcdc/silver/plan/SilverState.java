package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a silver table stands: what its row in control says. Positions only move forward.
 *
 * @param applied changes up to this LSN are applied
 * @param applying target of the run under way, or of one that crashed
 * @param snapshotId the last full snapshot applied as a whole
 * @param verdict up to where the table is complete
 * @param lease the run that holds the table
 */
public record SilverState(
    Optional<Lsn> applied,
    Optional<Lsn> applying,
    Optional<String> snapshotId,
    Optional<Verdict> verdict,
    Optional<Lease> lease) {

  /** A table that no run has touched. */
  public static final SilverState NONE =
      new SilverState(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  public SilverState {
    Objects.requireNonNull(applied, "applied");
    Objects.requireNonNull(applying, "applying");
    Objects.requireNonNull(snapshotId, "snapshotId");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(lease, "lease");
  }

  /** A run takes the table and says how far it is about to go. */
  public SilverState begin(Lsn target, Lease taken) {
    Lsn furthest = applying.map(before -> Lsn.max(before, target)).orElse(target);
    return new SilverState(applied, Optional.of(furthest), snapshotId, verdict, Optional.of(taken));
  }

  /** The run that holds the table holds it longer. */
  public SilverState renew(LocalDateTime until) {
    Lease held = lease.orElseThrow(() -> new IllegalStateException("no lease to renew"));
    Lease renewed = new Lease(held.runId(), until);
    return new SilverState(applied, applying, snapshotId, verdict, Optional.of(renewed));
  }

  /** The run gives the table back without having finished: {@code applying} stays. */
  public SilverState release() {
    return new SilverState(applied, applying, snapshotId, verdict, Optional.empty());
  }

  /**
   * The run has applied everything up to a verdict on bronze.
   *
   * @param reached what was applied; silver's verdict becomes no more than this
   * @param snapshot the full snapshot that is now applied as a whole, if there is one
   */
  public SilverState finish(Verdict reached, Optional<String> snapshot) {
    Lsn end = reached.endLsn();
    return new SilverState(
        Optional.of(applied.map(before -> Lsn.max(before, end)).orElse(end)),
        Optional.empty(),
        snapshot.or(() -> snapshotId),
        Optional.of(verdict.map(before -> later(before, reached)).orElse(reached)),
        Optional.empty());
  }

  private static Verdict later(Verdict before, Verdict reached) {
    if (before.endLsn().compareTo(reached.endLsn()) > 0) {
      return before;
    }
    return new Verdict(
        reached.endLsn(),
        later(before.endCommitTs(), reached.endCommitTs()),
        later(before.finalizedUntil(), reached.finalizedUntil()));
  }

  private static Optional<LocalDateTime> later(
      Optional<LocalDateTime> before, Optional<LocalDateTime> reached) {
    return before.filter(time -> reached.filter(time::isBefore).isEmpty()).or(() -> reached);
  }
}
