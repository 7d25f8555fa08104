package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.OffsetChange;
import dev.mssqlcdc.connector.core.StreamOffset;
import dev.mssqlcdc.connector.record.WireRecord;

/**
 * A record on its way to the worker.
 *
 * @param channel its table
 * @param record its contents
 * @param change what it adds to the table's offset
 * @param isLast whether the table's source transaction, if it is in one, is known to end with it
 */
public record Emission(
    TableChannel channel, WireRecord record, OffsetChange change, boolean isLast) {

  /** A record that may be followed by another of its source transaction, if it is in one. */
  static Emission of(TableChannel channel, WireRecord record, OffsetChange change) {
    boolean isChangeRow = record.eventType() == null && change instanceof StreamOffset;
    return new Emission(channel, record, change, !isChangeRow);
  }

  /** The same record, known to be its transaction's last. */
  Emission last() {
    return isLast ? this : new Emission(channel, record, change, true);
  }

  /** Whether another record of the table is in the same source transaction. */
  boolean isFollowedInTransactionBy(Emission next) {
    return !isLast
        && !next.isLast
        && change instanceof StreamOffset here
        && next.change instanceof StreamOffset there
        && here.position().startLsn().equals(there.position().startLsn());
  }
}
