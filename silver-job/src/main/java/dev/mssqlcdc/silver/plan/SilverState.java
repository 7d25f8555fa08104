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
 * @param openSnapshot the full snapshot whose chunks are applied, or may be by a run that crashed,
 *     while it is open or not settled; empty as soon as the verdict counts again
 * @param addedUpTo the last chunk or partial snapshot applied, by its event
 * @param verdict up to where the table is complete
 * @param lease the run that holds the table
 */
public record SilverState(
    Optional<Lsn> applied,
    Optional<Lsn> applying,
    Optional<String> snapshotId,
    Optional<String> openSnapshot,
    Optional<EventOffset> addedUpTo,
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
          Optional.empty(),
          Optional.empty());

  public SilverState {
    Objects.requireNonNull(applied, "applied");
    Objects.requireNonNull(applying, "applying");
    Objects.requireNonNull(snapshotId, "snapshotId");
    Objects.requireNonNull(openSnapshot, "openSnapshot");
    Objects.requireNonNull(addedUpTo, "addedUpTo");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(lease, "lease");
  }

  /** A run takes the table and says how far it is about to go. */
  public SilverState begin(Plan.Work plan, Lease taken) {
    Lsn target = plan.target().endLsn();
    Optional<Lsn> furthest =
        plan instanceof Plan.Replace
            ? Optional.of(target)
            : applying.map(before -> Lsn.max(before, target)).or(() -> Optional.of(target));
    return held(furthest, plan.held().map(Held::snapshot).or(() -> openSnapshot), taken);
  }

  /** The run that holds the table holds it longer. */
  public SilverState renew(LocalDateTime until) {
    Lease held = lease.orElseThrow(() -> new IllegalStateException("no lease to renew"));
    return held(applying, openSnapshot, new Lease(held.runId(), until));
  }

  /** The run gives the table back without having finished: {@code applying} stays. */
  public SilverState release() {
    return new SilverState(
        applied, applying, snapshotId, openSnapshot, addedUpTo, verdict, Optional.empty());
  }

  private SilverState held(Optional<Lsn> target, Optional<String> open, Lease by) {
    return new SilverState(applied, target, snapshotId, open, addedUpTo, verdict, Optional.of(by));
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
        done.held().map(Held::snapshot),
        done.addedUpTo().or(() -> addedUpTo),
        done.held().isPresent() ? verdict : Optional.of(reached(done.target())),
        Optional.empty());
  }

  private Verdict reached(Verdict target) {
    return verdict.map(before -> later(before, target)).orElse(target);
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
