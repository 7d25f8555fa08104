package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Decides what a run does with one table. */
public final class Planner {

  private Planner() {}

  /**
   * The plan for one table.
   *
   * @param bronze the verdict on its bronze table, read before the events
   * @param target what its group can be brought to, no further than bronze; empty for no group
   * @param events what the facts tell of it: snapshots and changes of its key
   * @param state where silver stands
   * @param now UTC
   * @throws SilverException when control says what cannot be, or another run holds the table
   */
  public static Plan plan(
      Optional<Verdict> bronze,
      Optional<Verdict> target,
      List<FactEvent> events,
      SilverState state,
      LocalDateTime now) {
    if (bronze.isEmpty()) {
      return new Plan.NothingYet(
          "bronze has no verdict yet: the delta-writer has not committed a progress of this table");
    }
    refuseFuture(state.applied(), "applied_lsn", bronze.get());
    refuseFuture(state.applying(), "applying_lsn", bronze.get());
    Verdict common = target.orElse(bronze.get());
    Plan plan = holdAhead(common, state).orElseGet(() -> plan(common, events, state));
    if (target.isPresent()) {
      plan = whole(plan);
    }
    if (plan instanceof Plan.Work) {
      refuseSecondRun(state, now);
    }
    return plan;
  }

  /**
   * The plan for a table that is to be built anew, whatever silver and its row in control say.
   *
   * @param bronze as in {@link #plan}
   * @param target as in {@link #plan}
   * @param events as in {@link #plan}
   * @param state tells whether another run holds the table
   * @param now UTC
   * @throws SilverException when another run holds the table
   */
  public static Plan planAnew(
      Optional<Verdict> bronze,
      Optional<Verdict> target,
      List<FactEvent> events,
      SilverState state,
      LocalDateTime now) {
    Plan plan = whole(plan(bronze, target, events, SilverState.NONE, now));
    if (!(plan instanceof Plan.Work work)) {
      return plan;
    }
    refuseSecondRun(state, now);
    Optional<SourceSnapshot> snapshot =
        work instanceof Plan.Rebuild rebuild ? Optional.of(rebuild.snapshot()) : Optional.empty();
    return new Plan.Replace(snapshot, work.target(), work.additions());
  }

  /** A group's members fit together, and a table built anew is right, only with a verdict. */
  private static Plan whole(Plan plan) {
    return plan instanceof Plan.Work work && work.held().isPresent()
        ? new Plan.Hold(work.held().get().why())
        : plan;
  }

  private static Plan plan(Verdict target, List<FactEvent> events, SilverState state) {
    Snapshots snapshots = Snapshots.of(events);
    Basis basis = snapshots.basisAt(target, state);
    if (basis instanceof Basis.Unusable unusable) {
      return new Plan.Hold(unusable.why());
    }
    return holdForNewKey(events, snapshots, basis.ground(), state)
        .orElseGet(() -> work(target, snapshots, basis, events, state));
  }

  private static Plan work(
      Verdict target, Snapshots snapshots, Basis basis, List<FactEvent> events, SilverState state) {
    boolean recovers = state.applying().isPresent();
    Optional<Held> held = Chunks.held(basis, snapshots, target, events, state);
    if (held.isPresent() && !(basis instanceof Basis.Unsettled)) {
      return new Plan.Hold(held.get().why());
    }
    Additions additions = new Additions(target, snapshots.partialAfter(basis.ground()).toList());
    Optional<SourceSnapshot> newer =
        basis.ground().filter(some -> !state.snapshotId().equals(Optional.of(some.id())));
    if (newer.isPresent()) {
      return new Plan.Rebuild(newer.get(), target, recovers, additions.all(), held);
    }
    List<Addition> missing = additions.with(Chunks.of(basis, events)).after(state.addedUpTo());
    boolean done = missing.isEmpty() && state.applied().equals(Optional.of(target.endLsn()));
    if (done && !recovers && held.isPresent()) {
      return new Plan.Hold(held.get().why());
    }
    if (done && !recovers && state.verdict().equals(Optional.of(target))) {
      return new Plan.UpToDate();
    }
    return new Plan.Apply(state.applied(), target, recovers, missing, held);
  }

  /**
   * Rows of the old key and of the new one cannot be told apart in one table: silver goes on only
   * where it was built from a snapshot that was taken after the change.
   */
  private static Optional<Plan> holdForNewKey(
      List<FactEvent> events,
      Snapshots snapshots,
      Optional<SourceSnapshot> settled,
      SilverState state) {
    Optional<FactEvent> last =
        events.stream()
            .filter(event -> event.detail() instanceof EventDetail.KeyChanged)
            .max(Comparator.comparingLong(FactEvent::offset));
    if (last.isEmpty()) {
      return Optional.empty();
    }
    long changedAt = last.get().offset();
    Optional<SourceSnapshot> builtFrom =
        state.applied().isEmpty() ? settled : state.snapshotId().flatMap(snapshots::find);
    if (builtFrom.filter(snapshot -> snapshot.opened().offset() > changedAt).isPresent()) {
      return Optional.empty();
    }
    EventDetail.KeyChanged change = (EventDetail.KeyChanged) last.get().detail();
    return Optional.of(
        new Plan.Hold(
            ("the source's key changed from %s to %s: take a full snapshot, then build the silver"
                    + " table anew with --rebuild")
                .formatted(change.oldKey(), change.newKey())));
  }

  /** A table of a group may have been brought further before, for itself or with others. */
  private static Optional<Plan> holdAhead(Verdict target, SilverState state) {
    return Stream.concat(state.applied().stream(), state.applying().stream())
        .max(Comparator.naturalOrder())
        .filter(lsn -> lsn.compareTo(target.endLsn()) > 0)
        .map(
            lsn ->
                new Plan.Hold(
                    "silver was brought to %s already, the group can be brought to %s only"
                        .formatted(lsn, target.endLsn())));
  }

  private static void refuseFuture(Optional<Lsn> position, String column, Verdict bronze) {
    if (position.filter(lsn -> lsn.compareTo(bronze.endLsn()) > 0).isPresent()) {
      throw new SilverException(
          ("control's row of layer silver has %s %s, above what bronze is complete to (%s): bronze"
                  + " or control was replaced; build the silver table anew with --rebuild")
              .formatted(column, position.get(), bronze.endLsn()));
    }
  }

  private static void refuseSecondRun(SilverState state, LocalDateTime now) {
    if (state.lease().filter(lease -> lease.isHeldAt(now)).isPresent()) {
      Lease lease = state.lease().get();
      throw new SilverException(
          ("run %s holds the silver table until %s UTC: wait for it, or if that run is dead, for"
                  + " that time")
              .formatted(lease.runId(), lease.until()));
    }
  }
}
