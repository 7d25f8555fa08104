package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Something a table's consumers must know, in line with its rows.
 *
 * @param id the same for every repetition, different for any two events of the table
 * @param lsn where it belongs
 * @param commitTs the time at that LSN, microseconds since 1970 UTC
 * @param rows rows counted, where the type counts some
 */
public record Event(
    String id,
    Lsn lsn,
    long commitTs,
    EventDetail detail,
    OptionalLong rows,
    Optional<ReadMetrics> metrics) {

  /** An event without rows or metrics. */
  public static Event plain(String id, Lsn lsn, long commitTs, EventDetail detail) {
    return new Event(id, lsn, commitTs, detail, OptionalLong.empty(), Optional.empty());
  }
}
