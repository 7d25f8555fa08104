package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.SqlError;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Who writes a table and who alters it. A transaction that wrote a table holds it shared until it
 * ends; a schema change or an enable takes it alone, and so waits for those transactions.
 */
final class TableLocks {
  private static final int ALL = Integer.MAX_VALUE;

  private final Map<Integer, Semaphore> locks = new ConcurrentHashMap<>();
  private final Duration timeout;

  TableLocks(Duration timeout) {
    this.timeout = timeout;
  }

  void shared(int objectId) {
    acquire(objectId, 1);
  }

  /** Without waiting, and not before those who wait. */
  boolean tryShared(int objectId) {
    try {
      // unlike tryAcquire(), this keeps the order of arrival
      return lock(objectId).tryAcquire(1, 0, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void releaseShared(int objectId) {
    lock(objectId).release();
  }

  void exclusive(TableDef table) {
    acquire(table.objectId(), ALL);
  }

  void releaseExclusive(TableDef table) {
    lock(table.objectId()).release(ALL);
  }

  private void acquire(int objectId, int permits) {
    try {
      if (!lock(objectId).tryAcquire(permits, timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw SqlError.of(1222, "Lock request time out period exceeded.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw SqlError.of(1222, "Lock request was interrupted.");
    }
  }

  private Semaphore lock(int objectId) {
    return locks.computeIfAbsent(objectId, id -> new Semaphore(ALL, true));
  }
}
