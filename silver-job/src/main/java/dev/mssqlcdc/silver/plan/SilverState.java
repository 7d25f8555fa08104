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
 * @param partialUpTo the last partial snapshot applied, by the event of its completion
 * @param verdict up to where the table is complete
 * @param lease the run that holds the table
 */
public record SilverState(
    Optional<Lsn> applied,
    Optional<Lsn> applying,
    Optional<String> snapshotId,
    Optional<EventOffset> partialUpTo,
    Optional<Verdict> verdict,
    Optional<Lease> lease) {

  /** A table that no run has touched. */
  public static final SilverState NONE =
      new SilverState(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  public SilverState {
    Objects.requireNonNull(applied, "applied");
    Objects.requireNonNull(applying, "applying");
    Objects.requireNonNull(snapshotId, "snapshotId");
    Objects.requireNonNull(partialUpTo, "partialUpTo");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(lease, "lease");
  }

  /** A run takes the table and says how far it is about to go. */
  public SilverState begin(Lsn target, Lease taken) {
    Lsn furthest = applying.map(before -> Lsn.max(before, target)).orElse(target);
    return held(Optional.of(furthest), Optional.of(taken));
  }

  /** A run takes the table to put other rows in the place of what it holds, whatever that is. */
  public SilverState beginAnew(Lsn target, Lease taken) {
    return held(Optional.of(target), Optional.of(taken));
  }

  /** The run that holds the table holds it longer. */
  public SilverState renew(LocalDateTime until) {
    Lease held = lease.orElseThrow(() -> new IllegalStateException("no lease to renew"));
    Lease renewed = new Lease(held.runId(), until);
    return held(applying, Optional.of(renewed));
  }

  /** The run gives the table back without having finished: {@code applying} stays. */
  public SilverState release() {
    return held(applying, Optional.empty());
  }

  private SilverState held(Optional<Lsn> target, Optional<Lease> by) {
    return new SilverState(applied, target, snapshotId, partialUpTo, verdict, by);
  }

  /** The run has done its plan; silver's verdict becomes no more than what it applied. */
  public SilverState finish(Plan.Work done) {
    return done instanceof Plan.Replace ? NONE.moved(done) : moved(done);
  }

  private SilverState moved(Plan.Work done) {
    Lsn end = done.target().endLsn();
    return new SilverState(
        Optional.of(applied.map(before -> Lsn.max(before, end)).orElse(end)),
        Optional.empty(),
        done.snapshotId().or(() -> snapshotId),
        done.partialUpTo().or(() -> partialUpTo),
        Optional.of(verdict.map(before -> later(before, done.target())).orElse(done.target())),
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
