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
 * @param metrics how the read went, where something was read
 * @param gap when the changes were made that are missing, where some are
 */
public record Event(
    String id,
    Lsn lsn,
    long commitTs,
    EventDetail detail,
    OptionalLong rows,
    Optional<ReadMetrics> metrics,
    Optional<Gap> gap) {

  /**
   * A stretch of time, microseconds since 1970 UTC.
   *
   * @param fromTs its begin
   * @param toTs its end
   */
  public record Gap(long fromTs, long toTs) {}

  /** An event that tells of no gap. */
  public Event(
      String id,
      Lsn lsn,
      long commitTs,
      EventDetail detail,
      OptionalLong rows,
      Optional<ReadMetrics> metrics) {
    this(id, lsn, commitTs, detail, rows, metrics, Optional.empty());
  }

  /** An event without rows or metrics. */
  public static Event plain(String id, Lsn lsn, long commitTs, EventDetail detail) {
    return new Event(id, lsn, commitTs, detail, OptionalLong.empty(), Optional.empty());
  }
}
