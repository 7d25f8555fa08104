package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.benchmarks.Benchmark.Contender;
import dev.mssqlcdc.benchmarks.Benchmark.Plan;
import dev.mssqlcdc.benchmarks.Benchmark.Role;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the contenders of one scenario after another in turn (ours, peer, floor, ours, ...) so
 * that a machine whose speed drifts is as unfair to one as to the other, after warm-ups; reports
 * medians.
 */
final class Runner {

  private final int runs;
  private final Map<String, Result.Figures> figures = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();

  /**
   * @param runs counted runs of each contender, where the scenario does not need fewer
   */
  Runner(int runs) {
    this.runs = runs;
  }

  void run(Benchmark benchmark) throws Exception {
    Plan plan = benchmark.plan(runs);
    Map<Role, Contender> contenders = benchmark.contenders();
    for (int i = 0; i < plan.warmUps(); i++) {
      for (Contender contender : contenders.values()) {
        contender.run();
      }
    }
    Map<String, Map<Role, List<Double>>> samples = new LinkedHashMap<>();
    benchmark.units().keySet().forEach(metric -> samples.put(metric, new EnumMap<>(Role.class)));
    for (int i = 0; i < plan.runs(); i++) {
      for (Map.Entry<Role, Contender> each : contenders.entrySet()) {
        each.getValue()
            .run()
            .forEach(
                (metric, value) ->
                    samples
                        .get(metric)
                        .computeIfAbsent(each.getKey(), key -> new ArrayList<>())
                        .add(value));
      }
    }
    samples.forEach(
        (metric, byRole) -> figures.put(metric, medians(byRole, benchmark.units().get(metric))));
    notes.addAll(benchmark.notes());
  }

  private static Result.Figures medians(Map<Role, List<Double>> byRole, String unit) {
    return new Result.Figures(
        median(byRole.get(Role.OURS)),
        median(byRole.get(Role.PEER)),
        median(byRole.get(Role.FLOOR)),
        unit);
  }

  private static Double median(List<Double> values) {
    return values == null ? null : Quantiles.median(values);
  }

  /** What was measured so far. */
  Result result(String name) {
    return new Result(name, runs, figures);
  }

  /** What people should know besides. */
  List<String> notes() {
    return notes;
  }
}
