package dev.mssqlcdc.soak;

import dev.mssqlcdc.schemas.Lsn;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A transaction of which the topics do not hold every change yet. */
final class Pending {

  private final Transaction transaction;
  private final Map<SoakTable, Integer> left = new HashMap<>();
  private Optional<Lsn> lsn = Optional.empty();

  Pending(Transaction transaction) {
    this.transaction = transaction;
    transaction.changes().forEach(change -> left.merge(change.table(), 1, Integer::sum));
  }

  Transaction transaction() {
    return transaction;
  }

  /** LSN of its commit, once the topics told it. */
  Optional<Lsn> lsn() {
    return lsn;
  }

  void lsn(Lsn learnt) {
    lsn = Optional.of(learnt);
  }

  /** Tables with changes that did not arrive yet. */
  Set<SoakTable> tables() {
    return left.keySet();
  }

  /**
   * One change has arrived, or will not.
   *
   * @return whether no other of the table is left
   */
  boolean done(SoakTable table) {
    return left.merge(table, -1, (a, b) -> a + b == 0 ? null : a + b) == null;
  }

  boolean isDone() {
    return left.isEmpty();
  }

  @Override
  public String toString() {
    return transaction + lsn.map(known -> " at LSN " + known).orElse(" (LSN unknown)");
  }
}
