package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.LogEntry;
import dev.mssqlcdc.connector.core.ServerZone;
import dev.mssqlcdc.connector.jdbc.LogQueries;

/**
 * Times of commits. In the hour that a clock change repeats, the order of the log tells the pass:
 * by the commit before if it is known, else by asking whether there was one of a later local time.
 */
final class LogTimes {

  private final LogQueries log;
  private final ServerZone zone;

  LogTimes(LogQueries log, ServerZone zone) {
    this.log = log;
    this.zone = zone;
  }

  /**
   * Microseconds since 1970 UTC of a commit.
   *
   * @param floor the time of a commit before it, microseconds since 1970 UTC
   */
  long micros(LogEntry entry, long floor) {
    long latest = zone.toLatestMicros(entry.time());
    long micros = zone.toMicros(entry.time(), floor);
    return micros < latest && log.isAfterLaterTime(entry) ? latest : micros;
  }
}
