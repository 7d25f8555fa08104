package dev.mssqlcdc.connector.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Hands batches from the reader to the worker's thread, bounded in items, which may weigh more than
 * one each, and in bytes.
 *
 * @param <T> what is handed over
 */
public final class HandoverQueue<T> {

  private record Batch<T>(List<T> items, int weight, long bytes) {}

  private final int maxItems;
  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Batch<T>> batches = new ArrayDeque<>();
  private int items;
  private long bytes;
  private RuntimeException failure;
  private boolean closed;

  public HandoverQueue(int maxItems, long maxBytes) {
    this.maxItems = maxItems;
    this.maxBytes = maxBytes;
  }

  /**
   * Adds a batch, waiting until there is room; an empty queue takes one of any size.
   *
   * @param weight for how many items it counts
   * @throws InterruptedException also once the queue is closed
   */
  public void put(List<T> batch, int weight, long batchBytes) throws InterruptedException {
    put(batch, weight, batchBytes, 1);
  }

  /**
   * Adds a batch that can wait, so that it keeps nobody waiting who comes after it.
   *
   * @param part it waits until it fits into that part of the queue: 4 for a quarter
   */
  public void put(List<T> batch, int weight, long batchBytes, int part)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed && isTooFullFor(weight, batchBytes, part)) {
        changed.await();
      }
      if (closed) {
        throw new InterruptedException("nobody takes what is put here any more");
      }
      batches.add(new Batch<>(batch, weight, batchBytes));
      items += weight;
      bytes += batchBytes;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private boolean isTooFullFor(int weight, long batchBytes, int part) {
    return !batches.isEmpty()
        && (items + weight > maxItems / part || bytes + batchBytes > maxBytes / part);
  }

  /** Nobody takes anything any more: who puts something, now or later, is told so. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** How full it is by items or bytes, whichever is more; above 1 with one large batch. */
  public double fill() {
    lock.lock();
    try {
      return Math.max((double) items / maxItems, (double) bytes / maxBytes);
    } finally {
      lock.unlock();
    }
  }

  /** Nothing follows: the reader ended with this failure. */
  public void fail(RuntimeException cause) {
    lock.lock();
    try {
      failure = cause;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes whole batches up to about {@code max} items, at least one batch.
   *
   * @param waitMillis how long to wait for the first
   * @return empty when none came in time
   * @throws RuntimeException what the reader ended with, once everything before it was taken
   */
  public List<T> take(int max, long waitMillis) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long nanos = TimeUnit.MILLISECONDS.toNanos(waitMillis);
      while (batches.isEmpty() && failure == null && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      if (batches.isEmpty() && failure != null) {
        throw failure;
      }
      return drain(max);
    } finally {
      lock.unlock();
    }
  }

  private List<T> drain(int max) {
    List<T> taken = new ArrayList<>();
    int weight = 0;
    while (!batches.isEmpty() && (taken.isEmpty() || weight + batches.peek().weight() <= max)) {
      Batch<T> batch = batches.remove();
      taken.addAll(batch.items());
      weight += batch.weight();
      items -= batch.weight();
      bytes -= batch.bytes();
    }
    changed.signalAll();
    return taken;
  }
}
