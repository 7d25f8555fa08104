package dev.mssqlcdc.quickstart;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;

/**
 * How one table came through.
 *
 * @param table without schema
 * @param sourceRows rows in SQL Server
 * @param changes rows in its change table
 * @param bronzeRows rows in bronze
 * @param silverRows rows in silver; null for a keyless table, which has no silver
 * @param differences what is not equal, a line each, the first few; empty if all is
 * @param lag from the table's last commit at the source until the lake's verdict covered it
 * @param verdict every period that ends at or before it is complete; null before the first
 */
record TableResult(
    String table,
    long sourceRows,
    long changes,
    long bronzeRows,
    Long silverRows,
    List<String> differences,
    Duration lag,
    LocalDateTime verdict) {

  boolean equal() {
    return differences.isEmpty();
  }
}
