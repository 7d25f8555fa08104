package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.benchmarks.Benchmark.Role;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures the contenders in turn (ours, peer, floor, ours, ...) so that a machine whose speed
 * drifts is as unfair to one as to the other, after one warm-up each; reports medians.
 */
final class Runner {

  private Runner() {}

  static Result run(String name, Benchmark benchmark, int runs) throws Exception {
    for (Benchmark.Contender contender : benchmark.contenders().values()) {
      contender.run();
    }
    Map<String, Map<Role, List<Double>>> samples = new TreeMap<>();
    for (int i = 0; i < runs; i++) {
      for (Map.Entry<Role, Benchmark.Contender> each : benchmark.contenders().entrySet()) {
        each.getValue()
            .run()
            .forEach(
                (metric, value) ->
                    samples
                        .computeIfAbsent(metric, key -> new EnumMap<>(Role.class))
                        .computeIfAbsent(each.getKey(), key -> new ArrayList<>())
                        .add(value));
      }
    }
    Map<String, Result.Figures> figures = new LinkedHashMap<>();
    samples.forEach(
        (metric, byRole) ->
            figures.put(
                metric,
                new Result.Figures(
                    median(byRole.get(Role.OURS)),
                    median(byRole.get(Role.PEER)),
                    median(byRole.get(Role.FLOOR)),
                    benchmark.units().get(metric))));
    return new Result(name, runs, figures);
  }

  private static Double median(List<Double> values) {
    if (values == null) {
      return null;
    }
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
