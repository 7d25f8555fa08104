package dev.mssqlcdc.connector.core;

import java.util.List;

/**
 * A table as one capture instance sees it.
 *
 * @param instance the instance
 * @param columns captured columns that travel, in captured order
 * @param key the key columns in index order; empty for a keyless table
 * @param notCaptured columns of the source table that the instance does not capture
 * @param absent columns that only the instance read before it captures: they are NULL now
 */
public record TableDefinition(
    CaptureInstance instance,
    List<Column> columns,
    List<Column> key,
    List<String> notCaptured,
    List<Column> absent) {

  public TableId table() {
    return instance.table();
  }

  /** Names of the key's columns, as an offset holds them. */
  public String keyNames() {
    return SqlNames.formatList(key.stream().map(Column::name).toList());
  }
}
