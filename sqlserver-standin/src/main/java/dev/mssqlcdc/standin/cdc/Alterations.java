package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.cdc.ChangeDataCapture.SchemaChange;
import java.sql.SQLException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The schema changes of a database. H2 alters a table by a copy that takes its name: who is at the
 * old one finds it empty, or writes what nobody reads. So statements and changes wait for each
 * other, and who is in here waits for no session: not for a lock of a table, nor for a row.
 */
public final class Alterations {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final Lock turn = new ReentrantLock();

  <T> T during(SchemaChange<T> change) throws SQLException {
    return holding(lock.writeLock(), change);
  }

  /**
   * Runs H2's statements of a schema change, one change at a time. H2 has two locks for its schema
   * and takes now the one first and now the other: two changes at once may wait for each other. In
   * here nothing else is waited for.
   */
  public <T> T inTurn(SchemaChange<T> change) throws SQLException {
    return holding(turn, change);
  }

  private static <T> T holding(Lock lock, SchemaChange<T> change) throws SQLException {
    lock.lock();
    try {
      return change.run();
    } finally {
      lock.unlock();
    }
  }

  /** A statement runs: it sees each table before or after a change, never between. */
  public void enter() {
    lock.readLock().lock();
  }

  public void exit() {
    lock.readLock().unlock();
  }
}
