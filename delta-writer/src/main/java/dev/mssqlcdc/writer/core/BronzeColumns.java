package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which columns a bronze table gains when records have columns that it lacks. */
public final class BronzeColumns {

  private static final List<DeltaType> INTEGERS =
      List.of(DeltaType.SHORT, DeltaType.INTEGER, DeltaType.LONG);

  private BronzeColumns() {}

  /**
   * The columns to add.
   *
   * @param table name, for messages
   * @param existing the table's columns
   * @param wanted the captured columns of the records
   * @throws TableStopException when a column has another type already, or two differ by case alone
   */
  public static List<Column> missing(String table, List<Column> existing, List<Column> wanted) {
    Map<String, Column> known = new LinkedHashMap<>();
    existing.forEach(column -> known.put(folded(column), column));
    List<Column> missing = new ArrayList<>();
    for (Column column : wanted) {
      Column old = known.get(folded(column));
      if (old == null) {
        known.put(folded(column), column);
        missing.add(column);
      } else {
        check(table, old, column);
      }
    }
    return missing;
  }

  private static void check(String table, Column old, Column column) {
    if (!old.name().equals(column.name())) {
      throw new TableStopException(
          ("table %s: source column '%s' differs from column '%s' by upper and lower case alone,"
                  + " which Delta does not tell apart: leave one out with column.exclude.list")
              .formatted(table, column.name(), old.name()));
    }
    if (!holds(old.type(), column.type())) {
      throw new TableStopException(
          ("table %s: column '%s' is %s, the records bring %s (%s in the source). Change the"
                  + " table's column to a type that holds both, or begin a new table")
              .formatted(table, column.name(), old.type(), column.type(), column.comment()));
    }
  }

  /** Whether every value of a type can be written to a column of another. */
  static boolean holds(DeltaType column, DeltaType value) {
    if (column.equals(value)) {
      return true;
    }
    if (column.isDecimal() && value.isDecimal()) {
      return column.scale() == value.scale() && column.precision() >= value.precision();
    }
    if (column.equals(DeltaType.DOUBLE) && value.equals(DeltaType.FLOAT)) {
      return true;
    }
    return INTEGERS.contains(value) && INTEGERS.indexOf(column) > INTEGERS.indexOf(value);
  }

  private static String folded(Column column) {
    return column.name().toLowerCase(Locale.ROOT);
  }
}
