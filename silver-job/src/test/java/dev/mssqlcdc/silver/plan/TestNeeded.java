package dev.mssqlcdc.silver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Lsn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Maintenance deletes bronze rows below {@link Needed#rowsFrom}. */
class TestNeeded extends TestingPlans {

  @Test
  void withoutATableThatIsFedFromItBronzeKeepsEveryRowAndProgressIsNotNeeded() {
    open("a", 5);
    complete("a", 5, 10);
    Needed needed = neededAt(20);
    assertThat(needed.rowsFrom()).isEqualTo(Lsn.ZERO);
    assertThat(needed.progressFrom()).isEqualTo(Lsn.MAX);
    assertThat(needed.why()).contains("no silver or history table is fed from it");
  }

  @Test
  void aTableThatHasNothingYetNeedsEverything() {
    open("a", 5);
    complete("a", 5, 10);
    Needed needed = neededAt(20, silver(15L), history(null));
    assertThat(needed)
        .isEqualTo(new Needed(Lsn.ZERO, Lsn.ZERO, "history has nothing of it applied yet"));
  }

  @Test
  void theSlowestTableAndTheNewestSettledSnapshotDecide() {
    open("a", 5);
    complete("a", 5, 10);
    assertThat(neededAt(20, silver(15L)).rowsFrom()).isEqualTo(new Lsn(0, 5));
    assertThat(neededAt(20, silver(15L), history(3L)).rowsFrom()).isEqualTo(new Lsn(0, 3));
    assertThat(neededAt(20, silver(15L), history(12L)).progressFrom()).isEqualTo(new Lsn(0, 12));
    open("b", 12);
    assertThat(neededAt(20, silver(15L)).rowsFrom()).isEqualTo(new Lsn(0, 5));
    complete("b", 12, 18);
    assertThat(neededAt(18, silver(15L)).rowsFrom()).isEqualTo(new Lsn(0, 5));
    assertThat(neededAt(19, silver(15L)).rowsFrom()).isEqualTo(new Lsn(0, 12));
  }

  @Test
  void aPartialSnapshotIsNoneToBuildFrom() {
    partial("p", 5, 6);
    Needed needed = neededAt(20, silver(15L));
    assertThat(needed.rowsFrom()).isEqualTo(Lsn.ZERO);
    assertThat(needed.progressFrom()).isEqualTo(new Lsn(0, 15));
    assertThat(needed.why()).contains("no full snapshot of it is complete and settled");
  }

  /**
   * Whatever happens to a table, and whenever maintenance runs: no later run, of this silver or of
   * one that is built anew, misses a row that it reads.
   */
  @Property(tries = 2_000)
  void nothingThatALaterRunReadsIsDeleted(
      @ForAll @Size(max = 60) List<@IntRange(max = 9) Integer> steps) {
    events.clear();
    state = SilverState.NONE;
    Life life = new Life();
    steps.forEach(life::step);
    life.end();
  }

  private Needed neededAt(long end, Needed.Target... targets) {
    return Needed.of(List.of(targets), Optional.of(verdict(end)), events);
  }

  private static Needed.Target silver(Long applied) {
    return target("silver", applied);
  }

  private static Needed.Target history(Long applied) {
    return target("history", applied);
  }

  private static Needed.Target target(String layer, Long applied) {
    return new Needed.Target(layer, Optional.ofNullable(applied).map(lsn -> new Lsn(0, lsn)));
  }

  /** A row of bronze; a change's snapshot is empty. */
  private record BronzeRow(Lsn lsn, Optional<String> snapshot) {

    boolean isReadBy(Plan.Work plan) {
      return lsn.compareTo(plan.target().endLsn()) <= 0
          && snapshot
              .map(plan.snapshots()::contains)
              .orElseGet(() -> plan.changesAfter().map(lsn::compareTo).orElse(1) > 0);
    }
  }

  private record Snapshot(String id, long s, boolean partial) {}

  private final class Life {
    private final List<BronzeRow> written = new ArrayList<>();
    private final List<BronzeRow> deleted = new ArrayList<>();
    private final List<Snapshot> open = new ArrayList<>();
    private long now = 1;
    private int ids;

    void step(int step) {
      switch (step) {
        case 0 -> written.add(new BronzeRow(new Lsn(0, ++now), Optional.empty()));
        case 1 -> now++;
        case 2, 3 -> opened(new Snapshot("s" + ids++, now, step == 3));
        case 4 -> newest().ifPresent(this::chunk);
        case 5, 6 -> newest().ifPresent(this::completed);
        case 7 -> newest().ifPresent(snapshot -> stop(snapshot.id()));
        case 8 -> applied();
        default -> maintained();
      }
    }

    void end() {
      maintained();
      now++;
      assertNothingIsMissed();
      applied();
    }

    private Optional<Snapshot> newest() {
      return open.isEmpty() ? Optional.empty() : Optional.of(open.get(open.size() - 1));
    }

    private void opened(Snapshot snapshot) {
      if (!snapshot.partial()) {
        open.removeIf(other -> !other.partial());
      }
      open.add(snapshot);
      open(snapshot.id(), snapshot.s(), snapshot.partial());
    }

    private void chunk(Snapshot snapshot) {
      written.add(new BronzeRow(new Lsn(0, now), Optional.of(snapshot.id())));
    }

    private void completed(Snapshot snapshot) {
      chunk(snapshot);
      open.remove(snapshot);
      complete(snapshot.id(), snapshot.s(), now, snapshot.partial());
    }

    private void applied() {
      assertNothingIsMissed();
      if (planAt(now) instanceof Plan.Work work) {
        finish(work);
      }
    }

    private void maintained() {
      Needed.Target silver = new Needed.Target("silver", state.applied());
      Needed needed = Needed.of(List.of(silver), Optional.of(verdict(now)), events);
      assertThat(needed.rowsFrom()).isLessThanOrEqualTo(state.applied().orElse(Lsn.ZERO));
      written.stream()
          .filter(row -> row.lsn().compareTo(needed.rowsFrom()) < 0)
          .forEach(deleted::add);
    }

    private void assertNothingIsMissed() {
      Plan anew =
          Planner.plan(Optional.of(verdict(now)), Optional.empty(), events, SilverState.NONE, NOW);
      Stream.of(planAt(now), anew)
          .filter(Plan.Work.class::isInstance)
          .map(Plan.Work.class::cast)
          .forEach(
              plan -> assertThat(deleted).as(plan.toString()).noneMatch(row -> row.isReadBy(plan)));
    }
  }
}
