package dev.mssqlcdc.silver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestSilverState {

  private static final LocalDateTime START = LocalDateTime.of(2026, 1, 1, 0, 0);

  @Property
  void positionAndVerdictOnlyMoveForward(
      @ForAll @Size(max = 8) List<@LongRange(min = 1, max = 50) Long> targets) {
    SilverState state = SilverState.NONE;
    long greatest = 0;
    for (long target : targets) {
      state = state.finish(work(verdict(target), null));
      greatest = Math.max(greatest, target);
      assertThat(state.applied()).contains(new Lsn(0, greatest));
      assertThat(state.verdict()).contains(verdict(greatest));
    }
  }

  @Test
  void theVerdictIsNeverFurtherThanWhatIsApplied() {
    SilverState begun = SilverState.NONE.begin(work(verdict(9), null), lease("a"));
    assertThat(begun.applied()).isEmpty();
    assertThat(begun.verdict()).isEmpty();
    assertThat(begun.applying()).contains(new Lsn(0, 9));
  }

  @Test
  void aRunThatGivesUpKeepsItsTargetAndFreesTheTable() {
    SilverState given = SilverState.NONE.begin(work(verdict(9), null), lease("a")).release();
    assertThat(given.applying()).contains(new Lsn(0, 9));
    assertThat(given.lease()).isEmpty();
  }

  @Test
  void theNextRunDoesNotLowerTheTargetOfACrashedOne() {
    SilverState crashed = SilverState.NONE.begin(work(verdict(9), null), lease("a"));
    assertThat(crashed.begin(work(verdict(7), null), lease("b")).applying())
        .contains(new Lsn(0, 9));
  }

  @Test
  void theAppliedSnapshotStaysUntilAnotherOneIs() {
    SilverState first = SilverState.NONE.finish(work(verdict(5), "a"));
    assertThat(first.finish(work(verdict(6), null)).snapshotId()).contains("a");
    assertThat(first.finish(work(verdict(6), "b")).snapshotId()).contains("b");
  }

  @Test
  void theLastPartialSnapshotStaysUntilAnotherOneIsApplied() {
    SilverState first = SilverState.NONE.finish(adding("p", "q"));
    assertThat(first.addedUpTo()).contains(new EventOffset("topic", 1));
    assertThat(first.finish(adding()).addedUpTo()).contains(new EventOffset("topic", 1));
  }

  @Property
  void whereAnEventStandsIsReadBackAsItWasWritten(@ForAll String topicId, @ForAll long offset) {
    EventOffset at = new EventOffset(topicId, offset);
    assertThat(EventOffset.parse(at.toString())).isEqualTo(at);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "42", "AbCd:", "AbCd:x"})
  void whatIsNoOffsetIsRefused(String text) {
    assertThatThrownBy(() -> EventOffset.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }

  /** A run up to a verdict, with the full snapshot that it applies, if any. */
  static Plan.Work work(Verdict target, String snapshot) {
    if (snapshot == null) {
      return new Plan.Apply(Optional.empty(), target, false, List.of(), Optional.empty());
    }
    SourceSnapshot full =
        new SourceSnapshot(
            snapshot,
            Lsn.ZERO,
            new EventOffset("topic", 0),
            List.of(),
            false,
            false,
            new SourceSnapshot.Open());
    return new Plan.Rebuild(full, target, false, List.of(), Optional.empty());
  }

  private static Plan.Work adding(String... ids) {
    List<Addition> partial =
        IntStream.range(0, ids.length)
            .<Addition>mapToObj(
                i -> new PartialSnapshot(ids[i], Lsn.ZERO, 0, new EventOffset("topic", i)))
            .toList();
    return new Plan.Apply(Optional.empty(), verdict(5), false, partial, Optional.empty());
  }

  private static Lease lease(String run) {
    return new Lease(run, START);
  }

  private static Verdict verdict(long end) {
    LocalDateTime time = START.plusSeconds(end);
    return new Verdict(new Lsn(0, end), Optional.of(time), Optional.of(time));
  }
}
