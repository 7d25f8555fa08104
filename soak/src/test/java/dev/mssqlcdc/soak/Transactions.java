package dev.mssqlcdc.soak;

import dev.mssqlcdc.schemas.Lsn;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The LSNs of transactions, as the topics tell them: one for all changes of a transaction, in the
 * order in which a session committed.
 */
final class Transactions {

  private final NavigableMap<Lsn, Transaction> byLsn = new TreeMap<>();
  private final Map<Integer, NavigableMap<Long, Lsn>> bySession = new HashMap<>();
  private Lsn last = Lsn.ZERO;

  /**
   * A change of a transaction bears an LSN.
   *
   * @return whether the LSN of the transaction was unknown so far
   */
  boolean learn(Pending pending, Lsn lsn) {
    if (pending.lsn().isPresent()) {
      if (!pending.lsn().get().equals(lsn)) {
        throw new Violation("a change of " + pending + " bears LSN " + lsn);
      }
      return false;
    }
    Transaction transaction = pending.transaction();
    Transaction other = byLsn.putIfAbsent(lsn, transaction);
    if (other != null) {
      throw new Violation(transaction + " bears the LSN of " + other + ", " + lsn);
    }
    checkOrder(transaction, lsn);
    pending.lsn(lsn);
    last = Lsn.max(last, lsn);
    return true;
  }

  private void checkOrder(Transaction transaction, Lsn lsn) {
    NavigableMap<Long, Lsn> known =
        bySession.computeIfAbsent(transaction.session(), session -> new TreeMap<>());
    Map.Entry<Long, Lsn> earlier = known.lowerEntry(transaction.id());
    Map.Entry<Long, Lsn> later = known.higherEntry(transaction.id());
    if ((earlier != null && earlier.getValue().compareTo(lsn) >= 0)
        || (later != null && later.getValue().compareTo(lsn) <= 0)) {
      throw new Violation(
          "%s at LSN %s is out of its session's order: before it %s, after it %s"
              .formatted(transaction, lsn, earlier, later));
    }
    known.put(transaction.id(), lsn);
  }

  /** The highest LSN of all. */
  Lsn last() {
    return last;
  }

  /** No topic has anything more to say of LSNs below this. */
  void forgetBelow(Lsn lsn) {
    byLsn.headMap(lsn, false).clear();
    for (NavigableMap<Long, Lsn> known : bySession.values()) {
      List<Map.Entry<Long, Lsn>> old =
          known.entrySet().stream().takeWhile(each -> each.getValue().compareTo(lsn) < 0).toList();
      if (old.size() > 1) {
        known.headMap(old.get(old.size() - 1).getKey(), false).clear();
      }
    }
  }
}
