package dev.mssqlcdc.benchmarks;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * One scenario: what it measures, and who takes part. Its set-up is done when it is made; {@link
 * #close()} undoes it.
 */
public interface Benchmark extends AutoCloseable {

  /** Who is measured. */
  enum Role {
    /** This product. */
    OURS,
    /** What users would run instead. */
    PEER,
    /** The least that the work can cost: what neither can beat. */
    FLOOR
  }

  /** Measures once. */
  @FunctionalInterface
  interface Contender {

    /** A figure per metric; a metric that does not apply is left out. */
    Map<String, Double> run() throws Exception;
  }

  /**
   * How often each contender runs.
   *
   * @param warmUps first, not counted
   * @param runs counted
   */
  record Plan(int warmUps, int runs) {}

  /** Units of the metrics, by the metric's name. */
  Map<String, String> units();

  /** Who takes part. */
  Map<Role, Contender> contenders();

  /**
   * How often each contender runs.
   *
   * @param runs as asked for; a scenario that takes minutes or collects many samples needs fewer
   */
  default Plan plan(int runs) {
    return new Plan(1, runs);
  }

  /** What people should know of the last runs besides the figures, a line each. */
  default List<String> notes() {
    return List.of();
  }

  @Override
  void close() throws SQLException;
}
