package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TestBackoff {

  @Property
  void doublesWithinItsBoundsAndJitters(
      @ForAll @IntRange(min = 1, max = 10_000) int failures, @ForAll long seed) {
    long delay = new Backoff(200, 10_000).delayMillis(failures, new Random(seed));
    long full = Math.min(10_000, failures > 20 ? 10_000 : 200L << (failures - 1));
    assertThat(delay).isBetween(full / 2, full);
  }
}
