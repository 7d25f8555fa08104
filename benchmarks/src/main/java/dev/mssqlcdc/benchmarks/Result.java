package dev.mssqlcdc.benchmarks;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;

/**
 * The medians of a benchmark.
 *
 * @param bench its name
 * @param runs how often each contender was measured, the warm-up not counted
 * @param metrics by name
 */
public record Result(String bench, int runs, Map<String, Figures> metrics) {

  /**
   * One metric's medians; null where it does not apply.
   *
   * @param ours of this product
   * @param peer of what users would run instead
   * @param floor of the least that the work can cost
   * @param unit for people
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Figures(Double ours, Double peer, Double floor, String unit) {}
}
