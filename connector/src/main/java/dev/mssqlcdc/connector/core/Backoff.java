package dev.mssqlcdc.connector.core;

import java.util.random.RandomGenerator;

/**
 * How long to wait before another attempt: doubling, with jitter, bounded.
 *
 * @param firstMillis before the second attempt
 * @param maxMillis never longer
 */
public record Backoff(long firstMillis, long maxMillis) {

  private static final int MAX_DOUBLINGS = 20;

  /**
   * @param failures failed attempts so far, at least 1
   * @return milliseconds, between half of the full delay and all of it
   */
  public long delayMillis(int failures, RandomGenerator random) {
    long full = Math.min(maxMillis, firstMillis << Math.min(failures - 1, MAX_DOUBLINGS));
    return full / 2 + random.nextLong(full / 2 + 1);
  }
}
