package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Lsn;

/** Detects changes that the source's cleanup removed before they were read. */
public final class RetentionGuard {

  private RetentionGuard() {}

  /**
   * Whether every change above {@code from} is still there. Cleanup deletes what lies below the
   * instance's lowest LSN, so a change at that LSN survives.
   *
   * @param from where the range starts, exclusive
   * @param minLsn the instance's lowest LSN
   */
  public static boolean isIntact(Lsn from, Lsn minLsn) {
    return minLsn.compareTo(from.next()) <= 0;
  }

  /** What to say of a table that is not {@link #isIntact}. */
  public static SourceException loss(TableId table, String instance, Lsn from, Lsn minLsn) {
    return new SourceException(
        SourceException.Kind.DATA_LOSS,
        "changes of table %s (capture instance %s) above LSN %s were removed by the source's cleanup before they were read: the lowest LSN left is %s"
            .formatted(table, instance, from, minLsn),
        "remove the connector's offset of this table so that it starts with a new snapshot, or go on without them by on.data.loss=skip; and raise CDC retention or keep the connector running");
  }
}
