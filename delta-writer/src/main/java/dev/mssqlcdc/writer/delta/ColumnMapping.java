package dev.mssqlcdc.writer.delta;

import java.util.List;
import java.util.regex.Pattern;

/** Which column names a table can bear. */
public final class ColumnMapping {

  /** The property that gives columns physical names of their own. */
  public static final String MODE = "delta.columnMapping.mode";

  /** The mode that this product uses. */
  public static final String BY_NAME = "name";

  static final String MAX_ID = "delta.columnMapping.maxColumnId";
  static final String FIELD_ID = "delta.columnMapping.id";
  static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";

  // What Parquet's schema language would misread, as Delta lists it.
  private static final Pattern REFUSED = Pattern.compile("[ ,;{}()\\n\\t=]");

  private ColumnMapping() {}

  /** Whether Delta refuses the name in a table without column mapping. */
  public static boolean isNeededFor(String column) {
    return REFUSED.matcher(column).find();
  }

  public static boolean isNeededFor(List<String> columns) {
    return columns.stream().anyMatch(ColumnMapping::isNeededFor);
  }
}
