package dev.mssqlcdc.silver.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TestKeyRanges {

  @Property
  void everyNumberIsInTheOneRangeWhoseBoundsHoldIt(
      @ForAll long a,
      @ForAll long b,
      @ForAll @LongRange(min = 0, max = 5_000) long rows,
      @ForAll @LongRange(min = 1, max = 50) long perRange,
      @ForAll long key) {
    KeyRanges ranges = KeyRanges.of(Math.min(a, b), Math.max(a, b), rows, perRange);

    int index = ranges.index(key);

    assertThat(ranges.count()).isBetween(1, 5_000);
    assertThat(index).isBetween(0, ranges.count() - 1);
    OptionalLong from = ranges.from(index);
    OptionalLong to = ranges.to(index);
    assertThat(from.isEmpty() || from.getAsLong() <= key).isTrue();
    assertThat(to.isEmpty() || key < to.getAsLong()).isTrue();
  }

  @Property
  void rangesFollowEachOtherWithoutAGap(
      @ForAll long a, @ForAll long b, @ForAll @LongRange(min = 1, max = 200) long rows) {
    KeyRanges ranges = KeyRanges.of(Math.min(a, b), Math.max(a, b), rows, 1);

    assertThat(ranges.from(0)).isEmpty();
    assertThat(ranges.to(ranges.count() - 1)).isEmpty();
    for (int i = 1; i < ranges.count(); i++) {
      assertThat(ranges.to(i - 1)).isEqualTo(ranges.from(i));
      assertThat(ranges.index(ranges.from(i).getAsLong())).isEqualTo(i);
      assertThat(ranges.from(i).getAsLong()).isBetween(Math.min(a, b), Math.max(a, b));
    }
  }

  @Test
  void allNumbersAtOnceAreOneRange() {
    KeyRanges ranges = KeyRanges.of(Long.MIN_VALUE, Long.MAX_VALUE, 1, 100);
    assertThat(ranges.count()).isEqualTo(1);
    assertThat(ranges.index(Long.MAX_VALUE)).isZero();
  }

  @Test
  void aHugeTableHasNoMoreThanTenThousandRanges() {
    assertThat(KeyRanges.of(0, Long.MAX_VALUE, Long.MAX_VALUE / 2, 1).count()).isEqualTo(10_000);
  }
}
