package dev.mssqlcdc.benchmarks;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Scenarios by name, in the order in which they run, and what they share. */
final class Suite implements AutoCloseable {

  /** Makes a scenario's set-up when its turn has come. */
  @FunctionalInterface
  interface Setup {
    Benchmark make() throws Exception;
  }

  private final Runnable end;
  private final Map<String, Setup> scenarios = new LinkedHashMap<>();

  /**
   * @param end closes what the scenarios share
   */
  Suite(Runnable end) {
    this.end = end;
  }

  Suite with(String name, Setup scenario) {
    scenarios.put(name, scenario);
    return this;
  }

  /**
   * The scenarios with these names, all when there are none.
   *
   * @throws IllegalArgumentException when a name is unknown
   */
  Collection<Setup> scenarios(Set<String> names) {
    if (!scenarios.keySet().containsAll(names)) {
      throw new IllegalArgumentException(
          "unknown among " + names + "; known: " + String.join(", ", scenarios.keySet()));
    }
    return scenarios.entrySet().stream()
        .filter(scenario -> names.isEmpty() || names.contains(scenario.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  @Override
  public void close() {
    end.run();
  }
}
