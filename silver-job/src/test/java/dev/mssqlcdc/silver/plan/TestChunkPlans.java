package dev.mssqlcdc.silver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Lsn;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A full snapshot that is open or not settled is applied chunk by chunk. */
class TestChunkPlans extends TestingPlans {

  /** Silver stands on a snapshot, and another is being read. */
  @BeforeEach
  void anotherSnapshot() {
    open("old", 1);
    complete("old", 1, 2);
    applied(10, "old");
    open("a", 10);
  }

  private static void assertChunks(Plan plan, Integer... numbers) {
    assertThat(((Plan.Work) plan).chunks())
        .extracting(chunk -> chunk.detail().chunk())
        .containsExactly(numbers);
  }

  @Test
  void eachChunkIsAppliedOnceAndTheVerdictWaits() {
    chunk("a", 0, 11, 13);
    chunk("a", 1, 12, 14);
    assertChunks(planAt(12), 0, 1);
    finish(planAt(12));
    assertThat(state.applied()).contains(new Lsn(0, 12));
    assertThat(state.verdict()).contains(verdict(10));
    assertThat(state.openSnapshot()).contains("a");
    assertHeld(planAt(12), "snapshot a is still being read");
    chunk("a", 2, 12, 15);
    assertChunks(planAt(12), 2);
    assertVerdictWaits(planAt(12), "snapshot a is still being read");
  }

  @Test
  void aChunkWaitsForTheChangesUpToItsStamp() {
    chunk("a", 0, 11, 13);
    chunk("a", 1, 13, 14);
    chunk("a", 2, 13, 14);
    assertChunks(planAt(12), 0);
    finish(planAt(12));
    assertChunks(planAt(13), 1, 2);
  }

  @Test
  void changesAfterAStampAreReadAgain() {
    finish(planAt(15));
    chunk("a", 0, 12, 16);
    assertThat(((Plan.Work) planAt(16)).changesAfter()).contains(new Lsn(0, 12));
  }

  @Test
  void chunksThatSilverHasAreNotNeededAgain() {
    Verdict verdict = verdict(12);
    assertThat(Chunks.neededFrom(verdict, events, state)).contains(new EventOffset("topic", 2));
    chunk("a", 0, 11, 13);
    chunk("a", 1, 12, 13);
    finish(planAt(12));
    assertThat(Chunks.neededFrom(verdict, events, state)).contains(new EventOffset("topic", 4));
    complete("a", 10, 13);
    assertThat(Chunks.neededFrom(verdict(14), events, SilverState.NONE)).isEmpty();
  }

  @Test
  void onceItIsSettledSilverIsRebuiltAndTheVerdictMoves() {
    chunk("a", 0, 11, 13);
    finish(planAt(12));
    complete("a", 10, 13);
    assertHeld(planAt(12), "snapshot a is complete, but not settled");
    assertRebuild(planAt(14), "a");
    finish(planAt(14));
    assertThat(state.verdict()).contains(verdict(14));
    assertThat(state.openSnapshot()).isEmpty();
    assertThat(planAt(14)).isEqualTo(new Plan.UpToDate());
  }

  @Test
  void aGroupAndATableBuiltAnewWaitForTheWholeSnapshot() {
    chunk("a", 0, 11, 13);
    assertHeld(planInGroupAt(12, 20), "snapshot a is still being read");
    assertHeld(planAnewAt(12), "snapshot a is still being read");
  }

  @Test
  void aNewerSnapshotBeginsWithItsFirstChunk() {
    chunk("a", 0, 11, 13);
    finish(planAt(12));
    open("b", 12);
    chunk("b", 0, 12, 14);
    assertChunks(planAt(12), 0);
    assertThat(((Plan.Work) planAt(12)).chunks().get(0).detail().snapshot()).isEqualTo("b");
  }

  @Test
  void afterAStopTheTableWaitsForTheChangesThatItsChunksMayShow() {
    chunk("a", 0, 11, 14);
    finish(planAt(12));
    stop("a");
    assertHeld(planAt(14), "snapshot a was stopped, and its chunk 0 is not settled");
    assertThat(planAt(15)).isEqualTo(apply(12L, 15));
    finish(planAt(15));
    assertThat(state.openSnapshot()).isEmpty();
    assertThat(state.verdict()).contains(verdict(15));
  }

  @Test
  void aCrashedRunMayHaveAppliedChunksThatControlDoesNotTellOf() {
    chunk("a", 0, 11, 14);
    state = state.begin((Plan.Work) planAt(12), lease(NOW));
    stop("a");
    assertHeld(planAt(14), "snapshot a was stopped, and its chunk 0 is not settled");
    assertThat(planAt(15)).isInstanceOf(Plan.Apply.class);
  }

  @Test
  void aChunkThatNoRunCanHaveAppliedIsNotWaitedFor() {
    chunk("a", 0, 14, 30);
    finish(planAt(12));
    stop("a");
    assertThat(planAt(13)).isEqualTo(apply(12L, 13));
  }

  @Test
  void aTableWithoutAnythingIsFirstBuiltFromAnOlderSettledSnapshot() {
    state = SilverState.NONE;
    chunk("a", 0, 11, 13);
    assertRebuild(planAt(12), "old");
    assertVerdictWaits(planAt(12), "snapshot a is still being read");
    finish(planAt(12));
    assertThat(state.verdict()).isEmpty();
    assertChunks(planAt(12), 0);
  }

  @Test
  void chunksAndPartialSnapshotsAreAppliedInTheTopicsOrder() {
    chunk("a", 0, 11, 13);
    partial("p", 11, 15);
    chunk("a", 1, 12, 16);
    assertChunks(planAt(12), 0);
    assertThat(((Plan.Work) planAt(12)).snapshots()).isEmpty();
    finish(planAt(12));
    assertChunks(planAt(16), 1);
    assertThat(((Plan.Work) planAt(16)).snapshots()).containsExactly("p");
    assertThat(((Plan.Work) planAt(16)).addedUpTo()).contains(new EventOffset("topic", 6));
    assertThat(((Plan.Work) planAt(16)).held().map(Held::snapshot)).isEqualTo(Optional.of("a"));
  }
}
