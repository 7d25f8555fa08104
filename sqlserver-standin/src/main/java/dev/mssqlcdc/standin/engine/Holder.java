package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.lock.LockManager.Outcome;
import dev.mssqlcdc.standin.lock.LockOwner;
import dev.mssqlcdc.standin.lock.Patience;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A transaction that holds rows which another needs. */
record Holder(DatabaseSession session, long transaction) {

  boolean lasts() {
    return session.transaction() == transaction;
  }

  /** Waits until all have ended, and for nobody who comes later. */
  static Outcome await(List<Holder> holders, DatabaseSession waiter, Patience patience) {
    return waiter.locks().awaitRows(() -> lasting(holders), patience);
  }

  private static Set<LockOwner> lasting(List<Holder> holders) {
    return holders.stream()
        .filter(Holder::lasts)
        .map(holder -> holder.session().locks())
        .collect(Collectors.toSet());
  }
}
