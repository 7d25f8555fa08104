package dev.mssqlcdc.soak;

import java.util.concurrent.atomic.AtomicLong;

/** What happened in a run. */
final class Figures {

  private final AtomicLong transactions = new AtomicLong();
  private final AtomicLong changes = new AtomicLong();
  private final AtomicLong rollbacks = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private final AtomicLong unknown = new AtomicLong();
  private final AtomicLong kills = new AtomicLong();
  private final AtomicLong faults = new AtomicLong();
  private final AtomicLong ddl = new AtomicLong();
  private final AtomicLong switches = new AtomicLong();
  private final AtomicLong cleanups = new AtomicLong();
  private final AtomicLong losses = new AtomicLong();
  private final AtomicLong gaps = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final AtomicLong snapshotRows = new AtomicLong();
  private final AtomicLong records = new AtomicLong();

  void committed(int rows) {
    transactions.incrementAndGet();
    changes.addAndGet(rows);
  }

  void rolledBack() {
    rollbacks.incrementAndGet();
  }

  /** A transaction ended by an error. */
  void failed() {
    failures.incrementAndGet();
  }

  /** A commit of which the client did not learn. */
  void unknown() {
    unknown.incrementAndGet();
  }

  void killed() {
    kills.incrementAndGet();
  }

  void fault() {
    faults.incrementAndGet();
  }

  void ddl() {
    ddl.incrementAndGet();
  }

  void switched() {
    switches.incrementAndGet();
  }

  void cleanedUp() {
    cleanups.incrementAndGet();
  }

  /** Changes were removed at the source before they were read, perhaps. */
  void lossMade() {
    losses.incrementAndGet();
  }

  /** The connector told of a gap, and so many changes are missing in it. */
  void gap(long changesMissing) {
    gaps.incrementAndGet();
    lost.addAndGet(changesMissing);
  }

  void snapshotRow() {
    snapshotRows.incrementAndGet();
  }

  void record() {
    records.incrementAndGet();
  }

  long kills() {
    return kills.get();
  }

  long transactions() {
    return transactions.get();
  }

  @Override
  public String toString() {
    return ("transactions %s (rolled back %s, failed %s, unknown %s), changes %s, records %s,"
            + " snapshot rows %s, kills %s, faults %s, DDL %s, switches %s, cleanups %s,"
            + " overtaking cleanups and early disables %s, gaps %s (changes in them %s)")
        .formatted(
            transactions,
            rollbacks,
            failures,
            unknown,
            changes,
            records,
            snapshotRows,
            kills,
            faults,
            ddl,
            switches,
            cleanups,
            losses,
            gaps,
            lost);
  }
}
