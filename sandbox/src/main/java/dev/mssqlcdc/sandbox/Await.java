package dev.mssqlcdc.sandbox;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for conditions, never for the clock. */
public final class Await {

  private static final long PAUSE_MS = 50;

  private Await() {}

  /**
   * Returns when the condition holds; a condition that throws does not hold yet.
   *
   * @throws IllegalStateException when it does not hold in time, with its last exception as cause
   */
  public static void until(String what, Duration limit, Callable<Boolean> condition) {
    long deadline = System.nanoTime() + limit.toNanos();
    Exception last = null;
    do {
      try {
        if (condition.call()) {
          return;
        }
        last = null;
      } catch (GaveUpException e) {
        throw e;
      } catch (Exception e) {
        last = e;
      }
      pause();
    } while (System.nanoTime() - deadline < 0);
    throw new IllegalStateException(
        what + ": not within " + limit + (last == null ? "" : " (last: " + last + ")"), last);
  }

  /** Thrown by a condition that can never hold any more. */
  public static final class GaveUpException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public GaveUpException(String message) {
      super(message);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GaveUpException("interrupted");
    }
  }
}
