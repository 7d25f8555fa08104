package dev.mssqlcdc.benchmarks;

import java.util.List;

/** Quantiles of samples, in any order. */
final class Quantiles {

  private Quantiles() {}

  /** The middle sample, or the mean of the two in the middle. */
  static double median(List<Double> samples) {
    List<Double> sorted = samples.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** The smallest sample that so many percent of the samples do not exceed. */
  static double percentile(List<Double> samples, int percent) {
    List<Double> sorted = samples.stream().sorted().toList();
    int rank = (int) Math.ceil(sorted.size() * percent / 100.0);
    return sorted.get(Math.max(rank, 1) - 1);
  }
}
