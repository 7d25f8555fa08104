package dev.mssqlcdc.silver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.NotEmpty;

class TestCommonTarget {

  @Property
  void itIsTheVerdictThatIsFurthestBehind(
      @ForAll @NotEmpty List<@LongRange(min = 1, max = 1_000) Long> ends) {
    assertThat(CommonTarget.of(verdicts(ends)))
        .contains(TestingPlans.verdict(ends.stream().min(Long::compare).orElseThrow()));
  }

  @Property
  void itIsUnknownWhileATableHasNoVerdict(
      @ForAll List<@LongRange(min = 1, max = 1_000) Long> ends, @ForAll int place) {
    List<Optional<Verdict>> verdicts = verdicts(ends);
    verdicts.add(Math.floorMod(place, verdicts.size() + 1), Optional.empty());
    assertThat(CommonTarget.of(verdicts)).isEmpty();
  }

  @Property
  void ofTablesAtOneLsnOneThatKnowsItsTimeCounts(
      @ForAll @LongRange(min = 1, max = 1_000) long end, @ForAll boolean first) {
    Optional<Verdict> timed = Optional.of(TestingPlans.verdict(end));
    Optional<Verdict> untimed =
        Optional.of(new Verdict(timed.get().endLsn(), Optional.empty(), Optional.empty()));
    assertThat(CommonTarget.of(first ? List.of(timed, untimed) : List.of(untimed, timed)))
        .isEqualTo(timed);
  }

  private static List<Optional<Verdict>> verdicts(List<Long> ends) {
    return new ArrayList<>(ends.stream().map(TestingPlans::verdict).map(Optional::of).toList());
  }
}
