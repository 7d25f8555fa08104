package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.lake.Bronze;
import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How a bronze table's columns must change so that it can take the records of one batch. */
public final class BronzeColumns {

  private final String table;
  private final BronzeShape shape;
  private final Map<String, Column> existing = new LinkedHashMap<>();
  private final Map<String, Column> changed = new LinkedHashMap<>();

  /**
   * @param table name, for messages
   * @throws TableStopException when a column that this program fills is gone
   */
  public BronzeColumns(String table, BronzeShape shape) {
    this.table = table;
    this.shape = shape;
    shape.columns().forEach(column -> existing.put(folded(column), column));
    for (Column own : Bronze.columns(List.of())) {
      if (!existing.containsKey(folded(own))) {
        throw new TableStopException(
            ("table %s: its column '%s' was dropped or renamed, and cannot be written without it."
                    + " Give it back its name, or restore the table at the version before")
                .formatted(shape.path(), own.name()));
      }
    }
  }

  /**
   * The captured columns of a table that is created for them.
   *
   * @throws TableStopException when two differ by case alone
   */
  public static List<Column> ofNewTable(String table, List<Column> wanted) {
    Map<String, Column> columns = new LinkedHashMap<>();
    for (Column column : wanted) {
      Column twin = columns.putIfAbsent(folded(column), column);
      if (twin != null) {
        throw differByCase(table, twin, column);
      }
    }
    return List.copyOf(columns.values());
  }

  /**
   * Takes the columns of some records.
   *
   * @param wanted the captured columns of the records
   * @throws TableStopException when the table cannot take them, with what to do
   */
  public void take(List<Column> wanted) {
    for (Column column : wanted) {
      String name = folded(column);
      Column old = changed.getOrDefault(name, existing.get(name));
      if (old == null) {
        checkName(column);
        changed.put(name, column);
      } else if (!old.name().equals(column.name())) {
        throw differByCase(table, old, column);
      } else if (!Widening.holds(old.type(), column.type())) {
        changed.put(name, widened(old, column));
      }
    }
  }

  /** The columns that come in or get a wider type, as they are then. */
  public List<Column> changed() {
    return List.copyOf(changed.values());
  }

  private void checkName(Column column) {
    if (!shape.columnMapping() && ColumnNames.needMapping(column.name())) {
      throw new TableStopException(
          "table %s has no column mapping and cannot bear the new column '%s'. Run: %s"
              .formatted(
                  shape.path(), column.name(), OwnersStatements.allowColumnMapping(shape.path())));
    }
  }

  private Column widened(Column old, Column wanted) {
    DeltaType type =
        Widening.target(old.type(), wanted.type()).orElseThrow(() -> cannotBeWidened(old, wanted));
    // One that this batch brings in was never stored with another type.
    if (existing.containsKey(folded(old)) && !shape.typeWidening()) {
      throw new TableStopException(
          "%s. It can become %s where its owner lets it be widened. Run: %s"
              .formatted(
                  difference(old, wanted), type, OwnersStatements.allowWidening(shape.path())));
    }
    return new Column(old.name(), type, wanted.comment());
  }

  private TableStopException cannotBeWidened(Column old, Column wanted) {
    String mapping =
        shape.columnMapping() ? "" : OwnersStatements.allowColumnMapping(shape.path()) + "; ";
    return new TableStopException(
        ("%s, and Delta widens the column to no type that holds both. Rename it, and the new values"
                + " get a column of their own. Run: %s%s")
            .formatted(
                difference(old, wanted),
                mapping,
                OwnersStatements.renameByType(shape.path(), old.name(), old.type())));
  }

  private String difference(Column old, Column wanted) {
    return "table %s: column '%s' is %s, the records bring %s (%s in the source)"
        .formatted(table, wanted.name(), old.type(), wanted.type(), wanted.comment());
  }

  private static TableStopException differByCase(String table, Column old, Column column) {
    return new TableStopException(
        ("table %s: source column '%s' differs from column '%s' by upper and lower case alone,"
                + " which Delta does not tell apart: leave one out with column.exclude.list")
            .formatted(table, column.name(), old.name()));
  }

  private static String folded(Column column) {
    return column.name().toLowerCase(Locale.ROOT);
  }
}
