package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Puts together what the source tells of a table, and finds what is wrong with it. */
public final class TableDefinitions {

  private static final Set<String> WITHOUT_OLD_VALUE = Set.of("text", "ntext", "image");

  private TableDefinitions() {}

  /**
   * What keeps a table from being read.
   *
   * @param inTable the columns that the source table has now
   * @return one message per fault, each naming the table, the column and the remedy
   */
  public static List<String> faults(
      CaptureInstance instance,
      List<CapturedColumn> captured,
      List<TableColumn> inTable,
      TableFilter filter) {
    Map<Integer, TableColumn> byId = byId(inTable);
    return captured.stream()
        .flatMap(
            column -> fault(instance, column, isComputed(byId, column), filter.columns()).stream())
        .toList();
  }

  private static Optional<String> fault(
      CaptureInstance instance, CapturedColumn column, boolean computed, ColumnFilter filter) {
    boolean inKey = instance.keyColumns().contains(column.name());
    if (inKey && filter.excludes(instance.table(), column.name())) {
      return fault(instance, column, "is part of the key and must not be in column.exclude.list");
    }
    if (filter.leavesOut(instance, column.name())) {
      return Optional.empty();
    }
    String remedy = remedy(inKey, filter);
    if (Fields.isReserved(column.name())) {
      return fault(instance, column, "bears a name that the connector's own fields use" + remedy);
    }
    if (WireType.of(column.type(), inKey).isEmpty()) {
      String type = column.type().declared();
      return fault(instance, column, "has the unsupported type " + type + remedy);
    }
    if (inKey && computed) {
      return fault(instance, column, "is computed: its changes never hold the value" + remedy);
    }
    return Optional.empty();
  }

  private static String remedy(boolean inKey, ColumnFilter filter) {
    if (inKey) {
      return "; as part of the key it must be read: leave the table out by table.exclude.list, or have a db_owner enable a capture instance with another unique index";
    }
    return filter.include().isEmpty()
        ? "; leave it out by column.exclude.list"
        : "; leave it out of column.include.list, or name the columns not to read in column.exclude.list instead";
  }

  private static Optional<String> fault(
      CaptureInstance instance, CapturedColumn column, String what) {
    return Optional.of(
        "column '%s' of table %s %s".formatted(column.name(), instance.table(), what));
  }

  /**
   * @param inTable the columns that the source table has now; a captured column without its {@code
   *     column_id} among them was dropped
   * @throws SourceException when the table has {@link #faults}
   */
  public static TableDefinition build(
      CaptureInstance instance,
      List<CapturedColumn> captured,
      List<TableColumn> inTable,
      TableFilter filter) {
    List<String> faults = faults(instance, captured, inTable, filter);
    if (!faults.isEmpty()) {
      throw new SourceException(
          SourceException.Kind.INCONSISTENT,
          String.join("; ", faults),
          "see column.include.list and column.exclude.list");
    }
    List<CapturedColumn> wanted =
        captured.stream().filter(c -> !filter.columns().leavesOut(instance, c.name())).toList();
    List<String> fields = FieldNames.fields(wanted.stream().map(CapturedColumn::name).toList());
    Map<Integer, TableColumn> byId = byId(inTable);
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      columns.add(column(instance, wanted.get(i), fields.get(i), byId));
    }
    return new TableDefinition(
        instance, columns, key(instance, columns), missing(captured, byId), List.of());
  }

  private static Column column(
      CaptureInstance instance,
      CapturedColumn captured,
      String field,
      Map<Integer, TableColumn> inTable) {
    boolean inKey = instance.keyColumns().contains(captured.name());
    return new Column(
        captured.name(),
        field,
        captured.columnId(),
        captured.ordinal(),
        captured.type(),
        WireType.of(captured.type(), inKey).orElseThrow(),
        inKey,
        inTable.containsKey(captured.columnId()),
        partial(captured, isComputed(inTable, captured)));
  }

  /** Columns that are read and whose values change rows do not always hold. */
  public static List<String> partial(
      CaptureInstance instance,
      List<CapturedColumn> captured,
      List<TableColumn> inTable,
      ColumnFilter filter) {
    Map<Integer, TableColumn> byId = byId(inTable);
    return captured.stream()
        .filter(column -> !filter.leavesOut(instance, column.name()))
        .filter(column -> !partial(column, isComputed(byId, column)).isEmpty())
        .map(CapturedColumn::name)
        .toList();
  }

  private static Map<Integer, TableColumn> byId(List<TableColumn> columns) {
    return columns.stream().collect(Collectors.toMap(TableColumn::columnId, Function.identity()));
  }

  private static boolean isComputed(Map<Integer, TableColumn> inTable, CapturedColumn column) {
    return Optional.ofNullable(inTable.get(column.columnId()))
        .filter(TableColumn::computed)
        .isPresent();
  }

  private static String partial(CapturedColumn column, boolean computed) {
    if (computed) {
      return "computed";
    }
    return WITHOUT_OLD_VALUE.contains(column.type().name()) ? column.type().name() : "";
  }

  private static List<Column> key(CaptureInstance instance, List<Column> columns) {
    Map<String, Column> byName =
        columns.stream().collect(Collectors.toMap(Column::name, Function.identity()));
    List<Column> key =
        instance.keyColumns().stream().filter(byName::containsKey).map(byName::get).toList();
    if (key.size() != instance.keyColumns().size()) {
      throw new SourceException(
          SourceException.Kind.INCONSISTENT,
          "capture instance %s of table %s does not capture all of its key columns %s"
              .formatted(instance.name(), instance.table(), instance.keyColumns()),
          "enable a capture instance that captures them");
    }
    return key;
  }

  private static List<String> missing(
      List<CapturedColumn> captured, Map<Integer, TableColumn> inTable) {
    Set<Integer> ids = captured.stream().map(CapturedColumn::columnId).collect(Collectors.toSet());
    return inTable.values().stream()
        .filter(column -> !ids.contains(column.columnId()))
        .map(TableColumn::name)
        .sorted()
        .toList();
  }
}
