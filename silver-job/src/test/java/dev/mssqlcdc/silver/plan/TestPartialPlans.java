package dev.mssqlcdc.silver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Lsn;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** A partial snapshot only adds rows: it is no basis, and nothing waits for it. */
class TestPartialPlans extends TestingPlans {

  @Property
  void itIsAddedOnceAndOnlyWhenItIsSettled(@ForAll @LongRange(min = 6, max = 20) long end) {
    events.clear();
    state = SilverState.NONE;
    open("full", 1);
    complete("full", 1, 2);
    applied(5, "full");
    partial("p", 5, 10);
    if (end <= 10) {
      assertThat(planAt(end)).isEqualTo(apply(5L, end));
      finish(planAt(end));
    }
    Plan settled = planAt(Math.max(end, 11));
    assertAdds(settled, "p");
    finish(settled);
    assertThat(planAt(Math.max(end, 11))).isEqualTo(new Plan.UpToDate());
    assertAdds(planAt(30));
  }

  @Test
  void itIsAddedWhereTheVerdictHasLongPassedItsRead() {
    applied(10, null);
    assertThat(planAt(10)).isEqualTo(new Plan.UpToDate());
    partial("p", 5, 7);
    assertAdds(planAt(10), "p");
    finish(planAt(10));
    assertThat(planAt(10)).isEqualTo(new Plan.UpToDate());
  }

  @Test
  void changesAfterItsSAreReadAgain() {
    applied(10, null);
    partial("p", 5, 7);
    assertThat(((Plan.Work) planAt(12)).changesAfter()).contains(new Lsn(0, 5));
    finish(planAt(12));
    partial("q", 12, 13);
    assertThat(((Plan.Work) planAt(20)).changesAfter()).contains(new Lsn(0, 12));
    state = SilverState.NONE;
    assertThat(((Plan.Work) planAt(20)).changesAfter()).isEmpty();
  }

  @Test
  void oneThatIsOpenOrStoppedNeverMatters() {
    applied(10, null);
    open("p", 5, true);
    assertThat(planAt(12)).isEqualTo(apply(10L, 12));
    stop("p");
    assertThat(planAt(12)).isEqualTo(apply(10L, 12));
    state = SilverState.NONE;
    assertThat(planAt(12)).isEqualTo(apply(null, 12));
  }

  @Test
  void theFullOneBelowItStaysTheBasis() {
    open("full", 5);
    complete("full", 5, 8);
    open("p", 6, true);
    assertRebuild(planAt(9), "full");
    complete("p", 6, 10, true);
    assertRebuild(planAt(9), "full");
    assertAdds(planAt(9));
    assertRebuild(planAt(11), "full");
    assertAdds(planAt(11), "p");
  }

  @Test
  void itDoesNotSupersedeAFullOneThatIsStillBeingRead() {
    open("full", 5);
    partial("p", 6, 7);
    assertVerdictWaits(planAt(12), "snapshot full is still being read");
  }

  @Test
  void aNewerFullOneHoldsWhatItRead() {
    partial("p", 5, 7);
    open("full", 8);
    complete("full", 8, 9);
    assertRebuild(planAt(12), "full");
    assertAdds(planAt(12));
    finish(planAt(12));
    assertThat(planAt(12)).isEqualTo(new Plan.UpToDate());
  }

  @Test
  void ofAFullAndAPartialOneThatShareSTheTopicsOrderTellsWhichIsNewer() {
    open("full", 5);
    complete("full", 5, 6);
    partial("p", 5, 7);
    assertAdds(planAt(12), "p");
    finish(planAt(12));
    assertThat(planAt(12)).isEqualTo(new Plan.UpToDate());
  }

  @Test
  void severalAreAddedInTheOrderOfTheirCompletion() {
    applied(4, null);
    partial("p", 5, 9);
    partial("q", 6, 7);
    assertAdds(planAt(8));
    assertAdds(planAt(10), "p", "q");
  }

  @Test
  void aTopicCreatedAnewBeginsItsOffsetsAnew() {
    applied(4, null);
    partial("p", 5, 6);
    finish(planAt(8));
    assertThat(state.addedUpTo()).contains(new EventOffset("topic", 1));
    events.clear();
    partial("q", 7, 7);
    events.replaceAll(
        event -> new FactEvent(event.detail(), new EventOffset("anew", event.offset())));
    assertAdds(planAt(8), "q");
  }

  @Test
  void aTableThatBeginsWithOneWaitsForItsRows() {
    openInitialPartial("p", 5);
    assertHeld(planAt(12), "snapshot p is still being read");
    complete("p", 5, 12, true);
    assertHeld(planAt(12), "snapshot p is complete, but not settled");
    assertAdds(planAt(13), "p");
    assertThat(((Plan.Work) planAt(13)).changesAfter()).isEmpty();
    finish(planAt(13));
    openInitialPartial("again", 14);
    assertThat(planAt(15)).isEqualTo(apply(13L, 15));
  }

  @Test
  void aTableWhoseFirstOneWasStoppedWaitsForAnother() {
    openInitialPartial("p", 5);
    stop("p");
    assertHeld(planAt(12), "snapshot p was stopped (asked to) and no earlier one is complete");
    partial("q", 8, 12);
    assertHeld(planAt(12), "snapshot p was stopped");
    assertAdds(planAt(13), "q");
  }
}
