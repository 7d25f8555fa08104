package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.cdc.ChangeDataCapture.SchemaChange;
import java.sql.SQLException;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The schema changes of a database. H2 alters a table by a copy that takes its name: who is at the
 * old one finds it empty, or writes what nobody reads. So statements and changes wait for each
 * other.
 */
public final class Alterations {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  <T> T during(SchemaChange<T> change) throws SQLException {
    lock.writeLock().lock();
    try {
      return change.run();
    } finally {
      lock.writeLock().unlock();
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
