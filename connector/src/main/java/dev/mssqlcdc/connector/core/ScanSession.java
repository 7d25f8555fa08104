package dev.mssqlcdc.connector.core;

import java.util.Locale;

/**
 * How the server reads a table for a snapshot.
 *
 * @param isolation READ COMMITTED waits for writers' locks, SNAPSHOT does not
 * @param lockTimeoutMillis how long to wait for a lock; -1 for ever
 */
public record ScanSession(Isolation isolation, int lockTimeoutMillis) {

  /** Never READ UNCOMMITTED: a row that is rolled back would stay for ever. */
  public enum Isolation {
    READ_COMMITTED,
    SNAPSHOT;

    private String sql() {
      return name().replace('_', ' ');
    }

    /** The setting's value. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Stands before a statement; what it sets holds for that statement's batch alone. */
  public String prefix() {
    return "SET LOCK_TIMEOUT %d; SET TRANSACTION ISOLATION LEVEL %s; "
        .formatted(lockTimeoutMillis, isolation.sql());
  }
}
