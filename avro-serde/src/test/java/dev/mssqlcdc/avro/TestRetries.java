package dev.mssqlcdc.avro;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class TestRetries {

  @Example
  void pausesDoubleUpToTheLongest() {
    Retries retries = new Retries(5, Duration.ofMillis(100), Duration.ofMillis(700));
    assertThat(retries.pause(0, 1)).hasMillis(100);
    assertThat(retries.pause(1, 1)).hasMillis(200);
    assertThat(retries.pause(2, 0)).hasMillis(200);
    assertThat(retries.pause(3, 1)).hasMillis(700);
  }

  @Property
  void everyPauseIsBetweenHalfAndTheWholeOfIt(
      @ForAll @IntRange(max = Integer.MAX_VALUE) int number,
      @ForAll @DoubleRange(max = 1) double chance,
      @ForAll @IntRange(max = Integer.MAX_VALUE) int first,
      @ForAll @IntRange(max = 60_000) int longest) {
    Retries retries = new Retries(1, Duration.ofMillis(first), Duration.ofMillis(longest));
    Duration whole = retries.pause(number, 1);
    assertThat(whole).isBetween(Duration.ZERO, Duration.ofMillis(longest));
    assertThat(retries.pause(number, chance)).isBetween(whole.dividedBy(2).minusMillis(1), whole);
  }
}
