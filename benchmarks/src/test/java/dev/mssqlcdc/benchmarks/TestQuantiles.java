package dev.mssqlcdc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TestQuantiles {

  private static List<Double> upTo(int n) {
    return DoubleStream.iterate(n, i -> i - 1).limit(n).boxed().toList();
  }

  @Test
  void theMedianOfAnEvenNumberIsBetweenTheMiddleTwo() {
    assertThat(Quantiles.median(List.of(9.0, 1.0, 3.0, 2.0))).isEqualTo(2.5);
    assertThat(Quantiles.median(List.of(9.0, 1.0, 3.0))).isEqualTo(3.0);
  }

  @Test
  void percentilesAreSamples() {
    assertThat(Quantiles.percentile(upTo(100), 50)).isEqualTo(50.0);
    assertThat(Quantiles.percentile(upTo(100), 99)).isEqualTo(99.0);
    assertThat(Quantiles.percentile(upTo(10), 99)).isEqualTo(10.0);
    assertThat(Quantiles.percentile(List.of(7.0), 1)).isEqualTo(7.0);
  }

  @Property
  void soManySamplesAreNotAboveAPercentile(
      @ForAll @NotEmpty @Size(max = 300) List<@DoubleRange(min = 0, max = 1000) Double> samples,
      @ForAll @IntRange(min = 1, max = 100) int percent) {
    double value = Quantiles.percentile(samples, percent);
    long below = samples.stream().filter(s -> s < value).count();
    long notAbove = samples.stream().filter(s -> s <= value).count();
    assertThat(notAbove * 100).isGreaterThanOrEqualTo((long) samples.size() * percent);
    assertThat(below * 100).isLessThan((long) samples.size() * percent);
  }
}
