package dev.mssqlcdc.standin.lock;

import dev.mssqlcdc.standin.lock.LockManager.Outcome;
import dev.mssqlcdc.standin.model.SqlError;

/** What a session is told about a lock that it did not get. */
public final class LockErrors {
  public static final int DEADLOCK = 1205;
  public static final int CANCELLED = 3617;
  private static final int TIMED_OUT = 1222;
  private static final int SEVERITY_OF_DEADLOCK = 13;

  private LockErrors() {}

  /**
   * Checks that a lock was granted.
   *
   * @throws SqlError 1222 after the timeout, 1205 if the wait would never end
   */
  public static void require(Outcome outcome) {
    switch (outcome) {
      case TIMED_OUT -> throw timedOut();
      case CANCELLED -> throw cancelled();
      case DEADLOCK -> throw deadlock();
      case GRANTED -> {
        // goes on
      }
    }
  }

  public static SqlError cancelled() {
    return SqlError.of(CANCELLED, "The query has been canceled.");
  }

  public static SqlError timedOut() {
    return SqlError.of(TIMED_OUT, "Lock request time out period exceeded.");
  }

  public static SqlError deadlock() {
    return new SqlError(
        DEADLOCK,
        SEVERITY_OF_DEADLOCK,
        "Transaction (Process ID) was deadlocked on lock resources with another process and has"
            + " been chosen as the deadlock victim. Rerun the transaction.");
  }
}
