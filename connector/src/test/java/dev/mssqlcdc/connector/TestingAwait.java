package dev.mssqlcdc.connector;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for a condition. */
final class TestingAwait {

  private static final long PATIENCE_SECONDS = 30;
  private static final long PAUSE_MILLIS = 5;

  private TestingAwait() {}

  static void until(Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.call()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not satisfied within " + PATIENCE_SECONDS + " s");
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
