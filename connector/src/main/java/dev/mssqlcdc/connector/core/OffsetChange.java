package dev.mssqlcdc.connector.core;

import java.util.Optional;

/**
 * What one record adds to its table's offset. The whole offset is put together when the record is
 * handed over, so that readers working side by side on one table need not know of each other.
 */
public sealed interface OffsetChange permits StreamOffset, SnapshotOffset, TableOffset {

  /**
   * @param before the table's offset so far; empty before its first record
   */
  TableOffset applyTo(Optional<TableOffset> before);
}
