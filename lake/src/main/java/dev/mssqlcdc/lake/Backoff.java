package dev.mssqlcdc.lake;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Waits between tries of a commit that others came before: longer each time, but not for ever. */
public final class Backoff {

  private static final long FIRST_MS = 100;
  private static final long LONGEST_MS = 5_000;
  private static final Duration IN_ALL = Duration.ofMinutes(1);

  private final long started = System.nanoTime();
  private final Duration limit;
  private long next = FIRST_MS;

  private Backoff(Duration limit) {
    this.limit = limit;
  }

  /** For a minute in all. */
  public static Backoff ofAMinute() {
    return new Backoff(IN_ALL);
  }

  static Backoff of(Duration limit) {
    return new Backoff(limit);
  }

  /**
   * Waits; false when the time is over.
   *
   * @throws LakeException when the thread is interrupted
   */
  public boolean sleep() {
    if (System.nanoTime() - started > limit.toNanos()) {
      return false;
    }
    try {
      Thread.sleep(next / 2 + ThreadLocalRandom.current().nextLong(next / 2 + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LakeException("interrupted while other processes committed", e);
    }
    next = Math.min(2 * next, LONGEST_MS);
    return true;
  }
}
