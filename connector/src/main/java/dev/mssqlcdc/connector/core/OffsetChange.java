package dev.mssqlcdc.connector.core;

/**
 * What one record adds to its table's offset. The whole offset is put together when the record is
 * handed over, so that readers working side by side on one table need not know of each other.
 */
public sealed interface OffsetChange permits StreamOffset, SnapshotOffset, TableOffset {

  TableOffset applyTo(TableOffset offset);
}
