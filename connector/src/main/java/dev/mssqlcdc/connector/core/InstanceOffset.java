package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Lsn;

/**
 * What a table's stream has told of its capture instances.
 *
 * @param fields of the records so far, as {@link RecordForm#format} writes them
 * @param key columns of the key that consumers know of, as {@link SqlNames#formatList} writes them
 * @param old the instance read before the current one; empty when the stream never went over
 * @param at the LSN from which on the current instance is read; zero when it never went over
 * @param released whether consumers know that the old instance may be disabled
 */
public record InstanceOffset(String fields, String key, String old, Lsn at, boolean released) {

  /** A stream that reads its first instance and has told nothing yet. */
  public static final InstanceOffset FIRST = new InstanceOffset("", "", "", Lsn.ZERO, false);

  InstanceOffset withFields(String newFields) {
    return new InstanceOffset(newFields, key, old, at, released);
  }

  InstanceOffset withKey(String newKey) {
    return new InstanceOffset(fields, newKey, old, at, released);
  }

  InstanceOffset wentOver(String from, Lsn lsn) {
    return new InstanceOffset(fields, key, from, lsn, false);
  }

  InstanceOffset withRelease() {
    return new InstanceOffset(fields, key, old, at, true);
  }

  /** Whether an old instance still has to be released. */
  boolean isReleasePending() {
    return !old.isEmpty() && !released;
  }
}
