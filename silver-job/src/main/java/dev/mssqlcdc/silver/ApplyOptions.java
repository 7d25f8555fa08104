package dev.mssqlcdc.silver;

import java.time.Duration;
import java.util.Set;

/**
 * What a run applies, and how.
 *
 * @param tables names of bronze tables; empty for all
 * @param parallelism how many tables are applied at the same time
 * @param lease how long a crashed run keeps others off its tables; a live one renews it
 */
public record ApplyOptions(Set<String> tables, int parallelism, Duration lease) {

  private static final int DEFAULT_PARALLELISM = 4;
  private static final Duration DEFAULT_LEASE = Duration.ofMinutes(5);

  public ApplyOptions {
    tables = Set.copyOf(tables);
    if (parallelism < 1) {
      throw new IllegalArgumentException(
          "parallelism is %d, at least 1 expected".formatted(parallelism));
    }
    if (lease.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(
          "the lease is %s, at least a second expected".formatted(lease));
    }
  }

  /** All tables. */
  public static ApplyOptions all() {
    return tables(Set.of());
  }

  /** Some tables; all if the set is empty. */
  public static ApplyOptions tables(Set<String> tables) {
    return new ApplyOptions(tables, DEFAULT_PARALLELISM, DEFAULT_LEASE);
  }

  public ApplyOptions withParallelism(int tablesAtOnce) {
    return new ApplyOptions(tables, tablesAtOnce, lease);
  }

  public ApplyOptions withLease(Duration duration) {
    return new ApplyOptions(tables, parallelism, duration);
  }
}
