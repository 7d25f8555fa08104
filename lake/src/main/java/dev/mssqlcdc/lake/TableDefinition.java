package dev.mssqlcdc.lake;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

  /** An unpartitioned table, stamped with the version that this release creates. */
  public static TableDefinition of(
      TableKind kind, String comment, List<Column> columns, Map<String, String> properties) {
    return stamped(kind, comment, columns, List.of(), properties);
  }

  private static TableDefinition stamped(
      TableKind kind,
      String comment,
      List<Column> columns,
      List<String> partitionColumns,
      Map<String, String> properties) {
    Map<String, String> all = new TreeMap<>(properties);
    all.put(Properties.SCHEMA_VERSION, Integer.toString(kind.version()));
    return new TableDefinition(kind, comment, columns, partitionColumns, all);
  }

  public static TableDefinition facts() {
    return of(
        TableKind.FACTS,
        "what each batch of the delta-writer did, and each event of the source, in order of writing",
        Facts.columns(),
        Map.of());
  }

  public static TableDefinition control() {
    return stamped(
        TableKind.CONTROL,
        "up to when each table is complete, and where the jobs that feed it stand",
        Control.columns(),
        List.of(Control.LAYER),
        Map.of());
  }
}
