package dev.mssqlcdc.writer.delta;

import org.apache.hadoop.fs.Path;

/** Where a table's log entries lie. */
final class LogEntries {

  private static final int DIGITS = 20;

  private LogEntries() {}

  /** The entry that made a version. */
  static Path path(String table, long version) {
    String number = Long.toString(version);
    return new Path(
        table + "/_delta_log/" + "0".repeat(DIGITS - number.length()) + number + ".json");
  }
}
