package dev.mssqlcdc.lake;

import java.util.List;
import java.util.Map;

/**
 * All that is needed to create a table.
 *
 * @param kind what the table is
 * @param comment the table's own comment
 * @param columns in order
 * @param partitionColumns names of the columns that partition it, empty for none
 * @param properties Delta table properties, ours and Delta's
 */
public record TableDefinition(
    TableKind kind,
    String comment,
    List<Column> columns,
    List<String> partitionColumns,
    Map<String, String> properties) {

  public TableDefinition {
    columns = List.copyOf(columns);
    partitionColumns = List.copyOf(partitionColumns);
    properties = Map.copyOf(properties);
  }

  /** An unpartitioned table. */
  public static TableDefinition of(
      TableKind kind, String comment, List<Column> columns, Map<String, String> properties) {
    return new TableDefinition(kind, comment, columns, List.of(), properties);
  }

  public static TableDefinition facts() {
    return of(
        TableKind.FACTS,
        "what each batch of the delta-writer did, and each event of the source, in order of writing",
        Facts.columns(),
        Map.of());
  }

  public static TableDefinition control() {
    return new TableDefinition(
        TableKind.CONTROL,
        "up to when each table is complete, and where the jobs that feed it stand",
        Control.columns(),
        List.of(Control.LAYER),
        Map.of());
  }

  public static TableDefinition reports() {
    return of(
        TableKind.REPORTS,
        "what checks of tables against the source and against their contracts found",
        Reports.columns(),
        Map.of());
  }

  TableDefinition with(List<Column> otherColumns, Map<String, String> otherProperties) {
    return new TableDefinition(kind, comment, otherColumns, partitionColumns, otherProperties);
  }
}
