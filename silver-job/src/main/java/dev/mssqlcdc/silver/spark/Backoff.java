package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.silver.plan.SilverException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Waits between tries of a commit that others came before: longer each time, for a minute in all.
 */
final class Backoff {

  private static final long FIRST_MS = 100;
  private static final long LONGEST_MS = 5_000;
  private static final Duration IN_ALL = Duration.ofMinutes(1);

  private final long started = System.nanoTime();
  private long next = FIRST_MS;

  /** Waits; false when the time is over. */
  boolean sleep() {
    if (System.nanoTime() - started > IN_ALL.toNanos()) {
      return false;
    }
    try {
      Thread.sleep(next / 2 + ThreadLocalRandom.current().nextLong(next / 2 + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SilverException("interrupted", e);
    }
    next = Math.min(2 * next, LONGEST_MS);
    return true;
  }
}
