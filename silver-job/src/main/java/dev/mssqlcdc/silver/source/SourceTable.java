package dev.mssqlcdc.silver.source;

import dev.mssqlcdc.silver.compare.ComparedColumn;
import dev.mssqlcdc.silver.compare.SourceColumn;
import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of the source.
 *
 * @param schema schema's name
 * @param name table's name
 * @param objectId of the table
 * @param columns all columns, and those that are captured and gone
 */
public record SourceTable(String schema, String name, int objectId, List<SourceColumn> columns)
    implements Serializable {

  public SourceTable {
    columns = List.copyOf(columns);
  }

  String quoted() {
    return quote(schema) + "." + quote(name);
  }

  static String quote(String name) {
    return "[" + name.replace("]", "]]") + "]";
  }

  static String names(List<ComparedColumn> columns) {
    return columns.stream().map(column -> quote(column.source())).collect(Collectors.joining(", "));
  }

  /** For people. */
  @Override
  public String toString() {
    return schema + "." + name;
  }
}
