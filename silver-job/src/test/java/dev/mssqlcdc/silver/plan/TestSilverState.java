package dev.mssqlcdc.silver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TestSilverState {

  private static final LocalDateTime START = LocalDateTime.of(2026, 1, 1, 0, 0);

  @Property
  void positionAndVerdictOnlyMoveForward(
      @ForAll @Size(max = 8) List<@LongRange(min = 1, max = 50) Long> targets) {
    SilverState state = SilverState.NONE;
    long greatest = 0;
    for (long target : targets) {
      state = state.finish(verdict(target), Optional.empty());
      greatest = Math.max(greatest, target);
      assertThat(state.applied()).contains(new Lsn(0, greatest));
      assertThat(state.verdict()).contains(verdict(greatest));
    }
  }

  @Test
  void theVerdictIsNeverFurtherThanWhatIsApplied() {
    SilverState begun = SilverState.NONE.begin(new Lsn(0, 9), lease("a"));
    assertThat(begun.applied()).isEmpty();
    assertThat(begun.verdict()).isEmpty();
    assertThat(begun.applying()).contains(new Lsn(0, 9));
  }

  @Test
  void aRunThatGivesUpKeepsItsTargetAndFreesTheTable() {
    SilverState given = SilverState.NONE.begin(new Lsn(0, 9), lease("a")).release();
    assertThat(given.applying()).contains(new Lsn(0, 9));
    assertThat(given.lease()).isEmpty();
  }

  @Test
  void theNextRunDoesNotLowerTheTargetOfACrashedOne() {
    SilverState crashed = SilverState.NONE.begin(new Lsn(0, 9), lease("a"));
    assertThat(crashed.begin(new Lsn(0, 7), lease("b")).applying()).contains(new Lsn(0, 9));
  }

  @Test
  void theAppliedSnapshotStaysUntilAnotherOneIs() {
    SilverState first = SilverState.NONE.finish(verdict(5), Optional.of("a"));
    assertThat(first.finish(verdict(6), Optional.empty()).snapshotId()).contains("a");
    assertThat(first.finish(verdict(6), Optional.of("b")).snapshotId()).contains("b");
  }

  private static Lease lease(String run) {
    return new Lease(run, START);
  }

  private static Verdict verdict(long end) {
    LocalDateTime time = START.plusSeconds(end);
    return new Verdict(new Lsn(0, end), Optional.of(time), Optional.of(time));
  }
}
