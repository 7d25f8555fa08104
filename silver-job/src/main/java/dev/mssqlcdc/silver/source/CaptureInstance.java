package dev.mssqlcdc.silver.source;

import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;

/**
 * A capture instance as {@code sp_cdc_help_change_data_capture} lists it.
 *
 * @param name of the instance
 * @param schema of the source table
 * @param table name of the source table
 * @param objectId of the source table
 * @param startLsn changes from here on are in its change table
 * @param created server local time
 */
record CaptureInstance(
    String name, String schema, String table, int objectId, Lsn startLsn, LocalDateTime created) {

  /** The end of the name of the topic that the table's records go to. */
  String topicEnd() {
    return ("." + schema + "." + table)
        .codePoints()
        .mapToObj(c -> isLegal(c) ? Character.toString(c) : "_")
        .reduce("", String::concat);
  }

  private static boolean isLegal(int c) {
    return c < 128 && (Character.isLetterOrDigit(c) || c == '.' || c == '_' || c == '-');
  }
}
