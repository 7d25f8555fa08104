package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Lsn;

/**
 * What a table's stream has told of its capture instances.
 *
 * @param key columns of the key that consumers know of, as {@link SqlNames#formatList} writes them
 * @param old the instance read before the current one; empty when the stream never went over
 * @param at the LSN from which on the current instance is read; zero when it never went over
 * @param released whether consumers know that the old instance may be disabled
 */
public record InstanceOffset(String key, String old, Lsn at, boolean released) {

  /** A stream that reads its first instance, of a table without a key. */
  public static final InstanceOffset FIRST = new InstanceOffset("", "", Lsn.ZERO, false);

  InstanceOffset withKey(String newKey) {
    return new InstanceOffset(newKey, old, at, released);
  }

  InstanceOffset wentOver(String from, Lsn lsn) {
    return new InstanceOffset(key, from, lsn, false);
  }

  InstanceOffset withRelease() {
    return new InstanceOffset(key, old, at, true);
  }

  /** Whether an old instance still has to be released. */
  boolean isReleasePending() {
    return !old.isEmpty() && !released;
  }
}
