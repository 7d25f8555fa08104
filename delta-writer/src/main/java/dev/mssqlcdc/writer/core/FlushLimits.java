package dev.mssqlcdc.writer.core;

/**
 * Where a batch ends.
 *
 * @param rows records, events included
 * @param bytes of the records
 * @param intervalMs how long a record waits at most
 * @param idleIntervalMs how long a progress event waits at most that only says that nothing
 *     happened
 */
public record FlushLimits(int rows, long bytes, long intervalMs, long idleIntervalMs) {

  /** Events of a batch, whose texts are all in one log entry. */
  static final int EVENTS = 1_000;
}
