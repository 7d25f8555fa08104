package dev.mssqlcdc.silver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TestPlanner extends TestingPlans {

  @Test
  void withoutAVerdictThereIsNothingYet() {
    assertThat(Planner.plan(Optional.empty(), Optional.empty(), events, state, NOW))
        .isInstanceOf(Plan.NothingYet.class);
  }

  @Test
  void withoutAnySnapshotChangesAreAppliedFromTheStart() {
    assertThat(planAt(10)).isEqualTo(apply(null, 10));
  }

  @Test
  void changesAreAppliedAfterWhatIsApplied() {
    applied(10, null);
    assertThat(planAt(12)).isEqualTo(apply(10L, 12));
  }

  @Test
  void whatIsAppliedIsUpToDate() {
    applied(10, null);
    assertThat(planAt(10)).isEqualTo(new Plan.UpToDate());
  }

  @Test
  void aVerdictThatIsNullIsMoved() {
    state =
        new SilverState(
            Optional.of(new Lsn(0, 10)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    assertThat(planAt(10)).isInstanceOf(Plan.Apply.class);
  }

  @Test
  void inAGroupChangesAreAppliedUpToItsTarget() {
    applied(10, null);
    assertThat(planInGroupAt(12, 20)).isEqualTo(apply(10L, 12));
    assertThat(planInGroupAt(10, 20)).isEqualTo(new Plan.UpToDate());
  }

  @Test
  void aTableThatIsFurtherThanItsGroupHolds() {
    applied(15, null);
    assertHeld(planInGroupAt(12, 20), "was brought to 0x0000000000000000000F already");
  }

  @Test
  void aTableThatWasBeingBroughtFurtherThanItsGroupHolds() {
    applied(10, null);
    state = state.begin(apply(null, 15), lease(NOW.minusSeconds(1)));
    assertHeld(planInGroupAt(12, 20), "was brought to 0x0000000000000000000F already");
  }

  @Test
  void aSnapshotThatIsNotSettledAtTheGroupsTargetHolds() {
    open("a", 5);
    complete("a", 5, 15);
    assertHeld(planInGroupAt(12, 20), "snapshot a is complete, but not settled");
    assertRebuild(planAt(20), "a");
  }

  @Test
  void anewATableIsBuiltWithoutASnapshotWhereThereIsNone() {
    applied(50, "of another life");
    assertThat(planAnewAt(12))
        .isEqualTo(new Plan.Replace(Optional.empty(), verdict(12), List.of()));
    finish(planAnewAt(12));
    assertThat(state.applied()).contains(new Lsn(0, 12));
    assertThat(state.verdict()).contains(verdict(12));
    assertThat(state.snapshotId()).isEmpty();
    assertThat(planAt(12)).isEqualTo(new Plan.UpToDate());
  }

  @Test
  void anewATableIsBuiltFromTheNewestSnapshotAndThePartialOnesAfterIt() {
    open("a", 5);
    complete("a", 5, 6);
    partial("b", 7, 8);
    assertThat(planAnewAt(12))
        .isInstanceOfSatisfying(
            Plan.Replace.class, plan -> assertThat(plan.snapshots()).containsExactly("a", "b"));
    finish(planAnewAt(12));
    assertThat(planAt(12)).isEqualTo(new Plan.UpToDate());
  }

  @Test
  void anewATableWaitsForASnapshotThatIsBeingRead() {
    applied(10, null);
    open("a", 5);
    assertHeld(planAnewAt(12), "snapshot a is still being read");
  }

  @Test
  void anewATableIsNotBuiltWhileAnotherRunHoldsIt() {
    state = state.begin(apply(null, 5), lease(NOW.plusSeconds(1)));
    assertThatThrownBy(() -> planAnewAt(12)).hasMessageContaining("run other holds");
  }

  @Test
  void anOpenSnapshotHoldsTheVerdict() {
    open("a", 5);
    assertVerdictWaits(planAt(10), "snapshot a is still being read");
  }

  @Property
  void aSnapshotIsSettledWhenTheVerdictHasPassedItsRead(
      @ForAll @LongRange(min = 6, max = 20) long end) {
    events.clear();
    open("a", 5);
    complete("a", 5, 10);
    if (end > 10) {
      assertRebuild(planAt(end), "a");
    } else {
      assertVerdictWaits(planAt(end), "not settled");
    }
  }

  @Test
  void aVerdictWithoutACommitTimeSettlesNothing() {
    open("a", 5);
    complete("a", 5, 10);
    Verdict timeless = new Verdict(new Lsn(0, 20), Optional.empty(), Optional.empty());
    assertVerdictWaits(
        Planner.plan(Optional.of(timeless), Optional.empty(), events, state, NOW), "not settled");
  }

  @Test
  void anAppliedSnapshotIsNotAppliedAgain() {
    open("a", 5);
    complete("a", 5, 10);
    applied(12, "a");
    assertThat(planAt(14)).isEqualTo(apply(12L, 14));
  }

  @Test
  void aNewerSnapshotSupersedesAnOlderOne() {
    open("a", 5);
    open("b", 7);
    complete("b", 7, 10);
    assertRebuild(planAt(12), "b");
    open("c", 9);
    assertVerdictWaits(planAt(12), "snapshot c is still being read");
  }

  @Test
  void ofTwoThatShareSTheLaterInTheTopicIsNewer() {
    open("b", 5);
    complete("b", 5, 8);
    open("a", 5);
    complete("a", 5, 9);
    assertRebuild(planAt(12), "a");
  }

  @Test
  void aCompletionWhoseOpenWasPrunedCounts() {
    complete("a", 5, 10);
    assertRebuild(planAt(12), "a");
  }

  @Test
  void aStoppedSnapshotReleasesOnlyWhereAnEarlierOneIsCompleteAndSettled() {
    open("b", 7);
    stop("b");
    assertHeld(planAt(12), "snapshot b was stopped (asked to) and no earlier one is complete");
    events.clear();
    open("a", 5);
    complete("a", 5, 11);
    open("b", 7);
    stop("b");
    assertVerdictWaits(planAt(11), "snapshot a is complete, but not settled");
    assertRebuild(planAt(12), "a");
    applied(12, "a");
    assertThat(planAt(13)).isInstanceOf(Plan.Apply.class);
  }

  @Test
  void aStoppedSnapshotIsToldWithTheSourcesOwnRemedyWhereItHasOne() {
    open("a", 5);
    add(new EventDetail.SnapshotStopped("a", "no grant", "run GRANT SELECT"));
    assertHeld(planAt(12), "(no grant) and no earlier one is complete: run GRANT SELECT");
  }

  @Test
  void aStoppedSnapshotThatGoesOnCountsOnceItIsComplete() {
    open("a", 5);
    stop("a");
    complete("a", 5, 10);
    assertRebuild(planAt(12), "a");
  }

  @Test
  void aSupersededSnapshotBelowAStoppedOneNeverCounts() {
    open("a", 5);
    open("b", 7);
    stop("b");
    assertHeld(planAt(12), "no earlier one is complete");
  }

  @Test
  void aStoppedSnapshotIsToldWithItsCauseAndALaterFullOneReleasesTheTable() {
    open("a", 5);
    stop("a");
    assertHeld(planAt(12), "snapshot a was stopped (asked to)");
    partial("p", 6, 7);
    assertHeld(planAt(12), "snapshot a was stopped");
    open("b", 8);
    complete("b", 8, 9);
    assertRebuild(planAt(12), "b");
  }

  @Test
  void aChangedKeyHoldsUntilSilverIsBuiltFromASnapshotTakenAfterIt() {
    open("a", 5);
    complete("a", 5, 10);
    applied(12, "a");
    add(new EventDetail.KeyChanged(List.of("id"), List.of("id", "part"), "changed"));
    assertHeld(planAt(14), "the source's key changed from [id] to [id, part]");
    open("b", 15);
    complete("b", 15, 16);
    assertHeld(planAt(20), "key changed");
    state = SilverState.NONE;
    assertRebuild(planAt(20), "b");
    applied(20, "b");
    assertThat(planAt(21)).isInstanceOf(Plan.Apply.class);
  }

  @Test
  void positionsAboveTheVerdictAreRefused() {
    applied(10, null);
    assertThatThrownBy(() -> planAt(9))
        .isInstanceOf(SilverException.class)
        .hasMessageContaining("applied_lsn " + new Lsn(0, 10));
    state = SilverState.NONE.begin(apply(null, 11), lease(NOW));
    assertThatThrownBy(() -> planAt(10))
        .isInstanceOf(SilverException.class)
        .hasMessageContaining("applying_lsn " + new Lsn(0, 11));
  }

  @Test
  void aTableThatAnotherRunHoldsIsRefusedUntilTheLeaseExpires() {
    state = SilverState.NONE.begin(apply(null, 10), lease(NOW.plusNanos(1_000)));
    assertThatThrownBy(() -> planAt(10))
        .isInstanceOf(SilverException.class)
        .hasMessageContaining("run other holds the silver table until");
    state = SilverState.NONE.begin(apply(null, 10), lease(NOW));
    assertThat(planAt(10))
        .isEqualTo(
            new Plan.Apply(Optional.empty(), verdict(10), true, List.of(), Optional.empty()));
  }
}
