package dev.mssqlcdc.standin.lock;

import dev.mssqlcdc.standin.lock.LockManager.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
   * Waits for a lock.
   *
   * @param untilEnd true to keep it until the transaction ends, false for the statement alone
   */
  public Outcome acquire(Resource resource, LockMode mode, boolean untilEnd, Patience patience) {
    return manager.acquire(this, resource, mode, patience, untilEnd ? ofTransaction : ofStatement);
  }

  /** Takes a lock that is free, and not before those who wait for it. */
  public boolean tryAcquire(Resource resource, LockMode mode, boolean untilEnd) {
    return acquire(resource, mode, untilEnd, Patience.NONE) == Outcome.GRANTED;
  }

  /** True if the open transaction has locked it, in whatever mode. */
  public boolean holds(Resource resource) {
    return ofTransaction.stream().anyMatch(grant -> grant.resource().equals(resource));
  }

  /** True while other transactions change rows of a table, or may have changed some. */
  public boolean othersChange(int table) {
    return manager.othersChange(this, Resource.rows(table));
  }

  /**
   * Waits until others hold none of the rows that are needed.
   *
   * @param holders asked again until it names nobody
   */
  public Outcome awaitRows(Supplier<Set<LockOwner>> holders, Patience patience) {
    return manager.awaitRows(this, holders, patience);
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

  /**
   * Releases the rows that were locked after a mark, as a rollback to a savepoint does. Shapes stay
   * as they are until the end: H2 keeps its own lock of a table as long.
   */
  public void releaseAfter(int mark) {
    List<LockManager.Grant> after = ofTransaction.subList(mark, ofTransaction.size());
    List<LockManager.Grant> rows =
        after.stream().filter(grant -> grant.resource().part() == Resource.Part.ROWS).toList();
    after.removeAll(rows);
    manager.release(rows);
  }

  private void release(List<LockManager.Grant> grants) {
    if (!grants.isEmpty()) {
      manager.release(grants);
      grants.clear();
    }
  }
}
