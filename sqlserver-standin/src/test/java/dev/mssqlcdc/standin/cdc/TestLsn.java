package dev.mssqlcdc.standin.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class TestLsn {
  @Property
  void theOrderOfLsnsIsTheOrderOfTheirBytes(
      @ForAll @Size(10) byte[] left, @ForAll @Size(10) byte[] right) {
    assertThat(Integer.signum(Lsn.of(left).compareTo(Lsn.of(right))))
        .isEqualTo(Integer.signum(Arrays.compareUnsigned(left, right)));
    assertThat(Lsn.of(left).toBytes()).isEqualTo(left);
  }

  @Property
  void reservedRecordsRiseAndEndBelowTheNextLsn(
      @ForAll @IntRange(min = 1, max = 5000) int records) {
    LsnClock clock = new LsnClock();
    Lsn first = clock.reserve(records);
    Lsn last = LsnClock.record(first, records);
    assertThat(first).isLessThan(last);
    assertThat(LsnClock.record(first, records - 1L)).isLessThan(last);
    assertThat(last).isLessThan(clock.next());
    assertThat(HexFormat.of().formatHex(first.toBytes())).hasSize(20);
  }
}
