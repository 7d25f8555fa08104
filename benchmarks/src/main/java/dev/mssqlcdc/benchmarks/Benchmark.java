package dev.mssqlcdc.benchmarks;

import java.util.Map;

/**
 * One benchmark: what it measures, and who takes part. Its set-up is done when it is made; {@link
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

  /** Units of the metrics, by the metric's name. */
  Map<String, String> units();

  /** Who takes part; OURS always does. */
  Map<Role, Contender> contenders();

  @Override
  void close();
}
