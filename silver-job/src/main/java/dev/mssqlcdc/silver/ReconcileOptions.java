package dev.mssqlcdc.silver;

import java.time.Duration;
import java.util.Set;

/**
 * How tables are compared with the source.
 *
 * @param tables names of bronze tables; empty for all
 * @param sample of the parts of a table whose counts and key sums agree, how many are compared
 *     value by value: 0 for none, 1 for all
 * @param partRows about how many rows a part has
 * @param patience how long capture is waited for where a difference may be a change that it has not
 *     come to yet
 */
public record ReconcileOptions(
    Set<String> tables, double sample, long partRows, Duration patience) {

  public ReconcileOptions {
    tables = Set.copyOf(tables);
    if (!(sample >= 0 && sample <= 1)) {
      throw new IllegalArgumentException(
          "the sample is %s, a number from 0 to 1 expected".formatted(sample));
    }
    if (partRows < 1) {
      throw new IllegalArgumentException(
          "a part has %d rows, at least 1 expected".formatted(partRows));
    }
    if (patience.isNegative()) {
      throw new IllegalArgumentException("capture is waited for %s".formatted(patience));
    }
  }

  /** Whether every row is compared value by value. */
  boolean all() {
    return sample >= 1;
  }
}
