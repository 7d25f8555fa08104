package dev.mssqlcdc.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Scenarios by name, in the order in which they run.
 *
 * @param <S> what they share
 */
final class Suite<S> {

  /**
   * Makes a scenario's set-up when its turn has come.
   *
   * @param <S> what scenarios share
   */
  @FunctionalInterface
  interface Setup<S> {
    Benchmark make(S shared) throws Exception;
  }

  private final Supplier<S> start;
  private final Consumer<S> stop;
  private final Map<String, Setup<S>> scenarios = new LinkedHashMap<>();

  /**
   * @param start makes what the scenarios share
   * @param stop ends it
   */
  Suite(Supplier<S> start, Consumer<S> stop) {
    this.start = start;
    this.stop = stop;
  }

  Suite<S> with(String name, Setup<S> scenario) {
    scenarios.put(name, scenario);
    return this;
  }

  Set<String> names() {
    return scenarios.keySet();
  }

  /** Runs the scenarios with these names, all when there are none. */
  void run(Set<String> names, Runner runner) throws Exception {
    S shared = start.get();
    try {
      for (Map.Entry<String, Setup<S>> scenario : scenarios.entrySet()) {
        if (names.isEmpty() || names.contains(scenario.getKey())) {
          System.err.println("Measuring " + scenario.getKey());
          try (Benchmark benchmark = scenario.getValue().make(shared)) {
            runner.run(benchmark);
          }
        }
      }
    } finally {
      stop.accept(shared);
    }
  }
}
