package dev.mssqlcdc.connector.core;

import java.util.List;

/**
 * A table as one capture instance sees it.
 *
 * @param instance the instance
 * @param columns captured columns that travel, in captured order
 * @param key the key columns in index order; empty for a keyless table
 * @param notCaptured columns of the source table that the instance does not capture
 */
public record TableDefinition(
    CaptureInstance instance, List<Column> columns, List<Column> key, List<String> notCaptured) {

  public TableId table() {
    return instance.table();
  }
}
