package dev.mssqlcdc.silver;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Does the same work again and again, until it is told to stop. */
final class Rounds {

  private final Duration every;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  /**
   * @param every from the begin of one round to that of the next; a round that takes longer is
   *     followed by the next at once
   */
  Rounds(Duration every) {
    this.every = every;
  }

  /** Returns after {@link #stop}, between two rounds. */
  void run(Runnable round) {
    try {
      long next = System.nanoTime();
      do {
        round.run();
        next = Math.max(next + every.toNanos(), System.nanoTime());
      } while (!stop.await(next - System.nanoTime(), TimeUnit.NANOSECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.countDown();
    }
  }

  /** Lets the round under way end, and no other begin. */
  void stop() {
    stop.countDown();
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
