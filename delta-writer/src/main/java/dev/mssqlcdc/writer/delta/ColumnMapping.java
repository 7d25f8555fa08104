package dev.mssqlcdc.writer.delta;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The properties that give columns physical names of their own. */
public final class ColumnMapping {

  /** Whether columns have such names, and how they are found in the files. */
  public static final String MODE = "delta.columnMapping.mode";

  /** The mode that this product uses. */
  public static final String BY_NAME = "name";

  static final String MAX_ID = "delta.columnMapping.maxColumnId";
  static final String FIELD_ID = "delta.columnMapping.id";
  static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";

  private ColumnMapping() {}

  /** The greatest id that a column of a table has had; 0 without column mapping. */
  static int maxId(Map<String, String> tableProperties) {
    return Integer.parseInt(tableProperties.getOrDefault(MAX_ID, "0"));
  }

  /** The greatest id of a table that gets some columns, where it is greater than before. */
  static OptionalInt greaterMaxId(Map<String, String> tableProperties, List<TableColumn> columns) {
    return columns.stream()
        .flatMapToInt(column -> column.fieldId().stream())
        .filter(id -> id > maxId(tableProperties))
        .max();
  }
}
