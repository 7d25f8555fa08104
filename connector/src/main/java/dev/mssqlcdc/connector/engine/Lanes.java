package dev.mssqlcdc.connector.engine;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Reads several tables at once. A table that is given to a lane belongs to it until it is taken
 * back; in between the planning thread looks at nothing of it.
 */
final class Lanes implements AutoCloseable {

  private record Done(TableState table, Optional<Throwable> failure) {}

  private final List<Lane> all = new ArrayList<>();
  private final Deque<Lane> idle = new ConcurrentLinkedDeque<>();
  private final BlockingQueue<Done> done = new LinkedBlockingQueue<>();
  private final ExecutorService threads;

  /**
   * @param name of the threads
   */
  Lanes(String name, int count, Supplier<Lane> lanes) {
    for (int i = 0; i < count; i++) {
      all.add(lanes.get());
    }
    idle.addAll(all);
    var number = new AtomicInteger();
    this.threads =
        Executors.newFixedThreadPool(
            count,
            work -> {
              var thread = new Thread(work, name + "-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Gives a table to the next lane that is free. */
  void lend(TableState table, Lane.Job job) {
    table.lend();
    threads.execute(() -> done.add(new Done(table, failureOf(job))));
  }

  /** The lane that was used last comes first: few tables at a time need few connections. */
  private Optional<Throwable> failureOf(Lane.Job job) {
    Lane lane = idle.pop();
    try {
      job.run(lane);
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(e);
    } catch (RuntimeException | Error e) {
      return Optional.of(e);
    } finally {
      idle.push(lane);
    }
  }

  /**
   * Takes back the tables that were read.
   *
   * @param waitMillis how long to wait for more
   * @param enough ends the waiting, asked of each table that comes back
   * @throws RuntimeException what a lane ended with, where it concerns every table
   */
  void takeBack(long waitMillis, Predicate<TableState> enough) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
    while (true) {
      Done next = done.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        return;
      }
      next.table().takeBack();
      if (next.failure().isPresent()) {
        rethrow(next.failure().get());
      }
      if (enough.test(next.table())) {
        return;
      }
    }
  }

  private static void rethrow(Throwable failure) throws InterruptedException {
    if (failure instanceof RuntimeException unchecked) {
      throw unchecked;
    } else if (failure instanceof Error error) {
      throw error;
    }
    throw (InterruptedException) failure;
  }

  /**
   * @return whether all threads ended in time
   */
  boolean awaitEnd(long seconds) throws InterruptedException {
    return threads.awaitTermination(seconds, TimeUnit.SECONDS);
  }

  /** Ends what the lanes are doing, for good, and does not wait for them. */
  @Override
  public void close() {
    threads.shutdownNow();
    all.forEach(Lane::close);
  }
}
