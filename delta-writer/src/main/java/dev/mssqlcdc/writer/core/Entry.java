package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.Optional;
import java.util.OptionalLong;

/** What one record of a topic is. Times are microseconds UTC. */
public sealed interface Entry {

  /** The record's Kafka offset. */
  long offset();

  /** The commit time that belongs to the record's LSN, where it is known. */
  OptionalLong commitTs();

  /** A change row. */
  record Change(long offset, SourcePosition position, OptionalLong commitTs) implements Entry {}

  /**
   * A snapshot row.
   *
   * @param lsn the chunk's stamp
   */
  record SnapshotRow(long offset, Lsn lsn, OptionalLong commitTs, String snapshot, int chunk)
      implements Entry {}

  /** An event; one that stopped a table before its first read has no LSN. */
  record EventEntry(long offset, Optional<Lsn> lsn, OptionalLong commitTs, Event event)
      implements Entry {}
}
