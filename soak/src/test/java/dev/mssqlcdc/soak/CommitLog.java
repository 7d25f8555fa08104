package dev.mssqlcdc.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What was committed, as the load itself knows it, on its way to the check. */
final class CommitLog {

  private final Queue<Transaction> committed = new ConcurrentLinkedQueue<>();
  private final ReadWriteLock deciding = new ReentrantReadWriteLock(true);
  private final AtomicLong unchecked = new AtomicLong();

  /** A commit, and finding out whether it was one. */
  interface Decision<E extends Exception> {
    void decide() throws E;
  }

  /** Commits, and publishes the transaction if that is what became of it. */
  <E extends Exception> void deciding(Decision<E> decision) throws E {
    deciding.readLock().lock();
    try {
      decision.decide();
    } finally {
      deciding.readLock().unlock();
    }
  }

  void publish(Transaction transaction) {
    unchecked.addAndGet(transaction.changes().size());
    committed.add(transaction);
  }

  /**
   * All transactions that were published since the last call. Those whose commit a reader of the
   * topics can have seen are among them.
   */
  List<Transaction> settled() {
    deciding.writeLock().lock();
    try {
      return published();
    } finally {
      deciding.writeLock().unlock();
    }
  }

  /** All transactions that were published since the last call. */
  List<Transaction> published() {
    List<Transaction> all = new ArrayList<>();
    for (Transaction next = committed.poll(); next != null; next = committed.poll()) {
      all.add(next);
    }
    return all;
  }

  void checked(int changes) {
    unchecked.addAndGet(-changes);
  }

  /** Changes that the check has not seen yet. */
  long unchecked() {
    return unchecked.get();
  }
}
