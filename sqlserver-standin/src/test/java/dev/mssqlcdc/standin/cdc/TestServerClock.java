package dev.mssqlcdc.standin.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class TestServerClock {
  private static final LocalDateTime MIDNIGHT = LocalDateTime.of(2024, 2, 29, 0, 0);
  private static final Duration HALF_A_TICK = Duration.ofNanos(1_666_667 + 500_000);

  @Property
  void aTimeIsRoundedToTheNearestThreeHundredthOfASecond(
      @ForAll @LongRange(min = 0, max = 86_400_000_000_000L - 1) long nanoOfDay) {
    LocalDateTime exact = MIDNIGHT.plusNanos(nanoOfDay);
    LocalDateTime rounded = ServerClock.datetime(exact);
    assertThat(Duration.between(exact, rounded).abs()).isLessThanOrEqualTo(HALF_A_TICK);
    assertThat(rounded.get(ChronoField.MILLI_OF_SECOND) % 10).isIn(0, 3, 7);
    assertThat(ServerClock.datetime(rounded)).isEqualTo(rounded);
  }
}
