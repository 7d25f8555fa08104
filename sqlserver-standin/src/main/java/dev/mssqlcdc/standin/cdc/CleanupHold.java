package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.model.SqlError;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Stops cleanups between the two things they do: {@code start_lsn} is raised already, the rows
 * below it are there still. Closing lets them go on.
 */
public final class CleanupHold implements AutoCloseable {
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  CleanupHold() {}

  /** Called by a cleanup between its two steps. */
  void pass() {
    held.countDown();
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw SqlError.of(3617, "The cleanup was interrupted between its two steps.");
    }
  }

  /**
   * Waits until a cleanup stands here.
   *
   * @throws IllegalStateException if none has come after the timeout
   */
  public void awaitHeld(Duration timeout) {
    try {
      if (!held.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("no cleanup has come within " + timeout);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a cleanup", e);
    }
  }

  /** Lets the cleanup go on, and all that follow. */
  @Override
  public void close() {
    released.countDown();
  }
}
