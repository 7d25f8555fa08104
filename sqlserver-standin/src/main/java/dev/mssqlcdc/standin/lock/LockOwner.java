package dev.mssqlcdc.standin.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The locks of one session in one database. Used by the session's thread. */
public final class LockOwner {
  private final LockManager manager;
  private final List<LockManager.Grant> ofStatement = new ArrayList<>();
  private final List<LockManager.Grant> ofTransaction = new ArrayList<>();

  LockOwner(LockManager manager) {
    this.manager = manager;
  }

  /**
   * Waits for a lock on a table.
   *
   * @param untilEnd true to keep it until the transaction ends, false for the statement alone
   * @param timeout empty to wait without end
   */
  public LockManager.Outcome acquire(
      int table,
      LockMode mode,
      boolean untilEnd,
      Optional<Duration> timeout,
      BooleanSupplier cancelled) {
    return manager.acquire(
        this, table, mode, timeout, cancelled, untilEnd ? ofTransaction : ofStatement);
  }

  /** True while other transactions change rows of a table, or may have changed some. */
  public boolean othersChange(int table) {
    return manager.othersChange(this, table);
  }

  /**
   * Waits until others hold none of the rows that are to be read.
   *
   * @param holders asked again until it names nobody
   * @param timeout empty to wait without end
   */
  public LockManager.Outcome awaitRows(
      Supplier<Set<LockOwner>> holders, Optional<Duration> timeout, BooleanSupplier cancelled) {
    return manager.awaitRows(this, holders, timeout, cancelled);
  }

  public void statementEnded() {
    release(ofStatement);
  }

  public void transactionEnded() {
    release(ofTransaction);
  }

  /** How many locks the transaction has: a savepoint's mark. */
  public int mark() {
    return ofTransaction.size();
  }

  /** Releases what was locked after a mark, as a rollback to a savepoint does. */
  public void releaseAfter(int mark) {
    release(ofTransaction.subList(mark, ofTransaction.size()));
  }

  private void release(List<LockManager.Grant> grants) {
    if (!grants.isEmpty()) {
      manager.release(grants);
      grants.clear();
    }
  }
}
