package dev.mssqlcdc.silver.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;

class TestRangeChoice {

  @Property
  void whatDiffersIsReadAndOfTheRestAsMuchAsTheSampleSays(
      @ForAll @NotEmpty List<@IntRange(min = 0, max = 2) Integer> source,
      @ForAll @DoubleRange(min = 0, max = 1) double sample,
      @ForAll int seed) {
    List<RangeTotals> inSource = source.stream().map(rows -> totals(rows, rows)).toList();
    List<RangeTotals> inSilver = new ArrayList<>();
    int equal = 0;
    for (int i = 0; i < source.size(); i++) {
      boolean same = i % 3 != 0;
      equal += same ? 1 : 0;
      inSilver.add(totals(source.get(i), same ? source.get(i) : -1));
    }

    RangeChoice choice = RangeChoice.of(inSource, inSilver, sample, new Random(seed));

    assertThat(choice.unequal()).allMatch(i -> i % 3 == 0).hasSize(source.size() - equal);
    assertThat(choice.sampled()).allMatch(i -> i % 3 != 0).hasSize((int) Math.ceil(sample * equal));
    assertThat(choice.all()).containsAll(choice.unequal()).containsAll(choice.sampled());
  }

  @Test
  void sumsAreEqualWhateverTheirScale() {
    assertThat(new RangeTotals(1, List.of(new BigDecimal("5.00")))).isEqualTo(totals(1, 5));
    assertThat(RangeTotals.none(1)).isEqualTo(totals(0, 0));
  }

  private static RangeTotals totals(long rows, long sum) {
    return new RangeTotals(rows, List.of(BigDecimal.valueOf(sum)));
  }
}
