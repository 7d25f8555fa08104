package dev.mssqlcdc.silver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One table's events and state, and the plans that come of them. */
class TestingPlans {

  static final LocalDateTime NOW = LocalDateTime.of(2026, 2, 1, 12, 0);
  private static final long MICROS = 1_000_000;

  final List<FactEvent> events = new ArrayList<>();
  SilverState state = SilverState.NONE;

  Plan planAt(long end) {
    return Planner.plan(Optional.of(verdict(end)), Optional.empty(), events, state, NOW);
  }

  Plan planAnewAt(long end) {
    return Planner.planAnew(Optional.of(verdict(end)), Optional.empty(), events, state, NOW);
  }

  Plan planInGroupAt(long end, long bronzeEnd) {
    return Planner.plan(
        Optional.of(verdict(bronzeEnd)), Optional.of(verdict(end)), events, state, NOW);
  }

  /** The n-th LSN was committed at second n. */
  static Verdict verdict(long end) {
    LocalDateTime time = LocalDateTime.ofEpochSecond(end, 0, ZoneOffset.UTC);
    return new Verdict(new Lsn(0, end), Optional.of(time), Optional.of(time));
  }

  void add(EventDetail detail) {
    events.add(new FactEvent(detail, new EventOffset("topic", events.size())));
  }

  void open(String id, long s) {
    open(id, s, false);
  }

  void open(String id, long s, boolean partial) {
    open(id, s, partial, "request");
  }

  void openInitialPartial(String id, long s) {
    open(id, s, true, "initial");
  }

  void open(String id, long s, boolean partial, String reason) {
    add(
        new EventDetail.SnapshotOpen(
            id, new Lsn(0, s).toString(), List.of("id"), partial, reason, null, ""));
  }

  /** A chunk of keys (low, high] whose read was over at a second. */
  void chunk(String id, int number, long stamp, long readUntil) {
    List<String> low = number == 0 ? null : List.of(Integer.toString(10 * number));
    List<String> high = List.of(Integer.toString(10 * (number + 1)));
    add(
        new EventDetail.SnapshotChunk(
            id, number, low, high, new Lsn(0, stamp).toString(), readUntil * MICROS, false, null));
  }

  void complete(String id, long s, long readUntil) {
    complete(id, s, readUntil, false);
  }

  void complete(String id, long s, long readUntil, boolean partial) {
    add(
        new EventDetail.SnapshotComplete(
            id, new Lsn(0, s).toString(), 1, readUntil * MICROS, partial, false));
  }

  /** Opens and completes a partial snapshot. */
  void partial(String id, long s, long readUntil) {
    open(id, s, true);
    complete(id, s, readUntil, true);
  }

  void stop(String id) {
    add(new EventDetail.SnapshotStopped(id, "asked to", null));
  }

  static Plan.Apply apply(Long after, long end) {
    return new Plan.Apply(
        Optional.ofNullable(after).map(lsn -> new Lsn(0, lsn)),
        verdict(end),
        false,
        List.of(),
        Optional.empty());
  }

  /** The state is that after a run up to an LSN, with a full snapshot if one is given. */
  void applied(long end, String snapshot) {
    state = state.finish(TestSilverState.work(verdict(end), snapshot));
  }

  void finish(Plan plan) {
    state = state.finish((Plan.Work) plan);
  }

  static void assertAdds(Plan plan, String... partial) {
    assertThat(plan)
        .isInstanceOfSatisfying(
            Plan.Work.class,
            work ->
                assertThat(work.additions())
                    .extracting(addition -> ((PartialSnapshot) addition).id())
                    .containsExactly(partial));
  }

  void assertHeld(Plan plan, String why) {
    assertThat(plan)
        .isInstanceOfSatisfying(Plan.Hold.class, h -> assertThat(h.why()).contains(why));
  }

  /** Something may be written, but the verdict waits. */
  static void assertVerdictWaits(Plan plan, String why) {
    assertThat(plan)
        .isInstanceOfSatisfying(
            Plan.Work.class,
            work ->
                assertThat(work.held())
                    .hasValueSatisfying(held -> assertThat(held.why()).contains(why)));
  }

  static void assertRebuild(Plan plan, String id) {
    assertThat(plan)
        .isInstanceOfSatisfying(
            Plan.Rebuild.class, rebuild -> assertThat(rebuild.snapshot().id()).isEqualTo(id));
  }

  static Lease lease(LocalDateTime until) {
    return new Lease("other", until);
  }
}
