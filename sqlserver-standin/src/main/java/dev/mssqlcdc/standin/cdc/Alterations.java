package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.cdc.ChangeDataCapture.SchemaChange;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The schema changes of a database. H2 alters a table by a copy that takes its name: for a moment
 * no table has it, where SQL Server lets others wait.
 */
public final class Alterations {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final AtomicLong ended = new AtomicLong();

  <T> T during(SchemaChange<T> change) throws SQLException {
    lock.writeLock().lock();
    try {
      return change.run();
    } finally {
      ended.incrementAndGet();
      lock.writeLock().unlock();
    }
  }

  /** How many have ended. */
  public long count() {
    return ended.get();
  }

  /** Waits for those under way; returns whether any has ended since a count. */
  public boolean endedSince(long count) {
    lock.readLock().lock();
    try {
      return ended.get() != count;
    } finally {
      lock.readLock().unlock();
    }
  }
}
