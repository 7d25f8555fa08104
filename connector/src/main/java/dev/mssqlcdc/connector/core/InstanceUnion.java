package dev.mssqlcdc.connector.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One schema for the records of two capture instances of a table: the union of both, by name. */
public final class InstanceUnion {

  private InstanceUnion() {}

  /**
   * An instance with what it captures.
   *
   * @param captured in captured order
   */
  public record Older(CaptureInstance instance, List<CapturedColumn> captured) {

    private Optional<WireType> wireType(CapturedColumn column) {
      return WireType.of(column.type(), instance.keyColumns().contains(column.name()));
    }
  }

  /**
   * Adds to a newer instance's definition the columns that only the older one captures; a column of
   * both gets the wider type.
   *
   * @throws SourceException when a column's types have no record field in common
   */
  public static TableDefinition of(TableDefinition newer, Older older, TableFilter filter) {
    Set<String> names = newer.columns().stream().map(Column::name).collect(Collectors.toSet());
    Map<String, CapturedColumn> before =
        older.captured().stream()
            .filter(column -> !filter.columns().leavesOut(older.instance(), column.name()))
            .filter(column -> older.wireType(column).isPresent())
            .collect(Collectors.toMap(CapturedColumn::name, Function.identity()));
    List<CapturedColumn> lacking =
        older.captured().stream()
            .filter(column -> before.containsKey(column.name()) && !names.contains(column.name()))
            .toList();
    List<String> fields =
        FieldNames.fields(
            Stream.concat(
                    newer.columns().stream().map(Column::name),
                    lacking.stream().map(CapturedColumn::name))
                .toList());
    List<Column> columns = new ArrayList<>();
    for (Column column : newer.columns()) {
      Optional<CapturedColumn> same = Optional.ofNullable(before.get(column.name()));
      columns.add(united(newer, column, older, same, fields.get(columns.size())));
    }
    List<Column> absent = new ArrayList<>();
    for (CapturedColumn column : lacking) {
      absent.add(absent(column, older, fields.get(columns.size() + absent.size())));
    }
    return new TableDefinition(
        newer.instance(), columns, key(newer.key(), columns), newer.notCaptured(), absent);
  }

  private static Column united(
      TableDefinition newer,
      Column column,
      Older older,
      Optional<CapturedColumn> same,
      String field) {
    WireType now = column.wireType();
    WireType before = same.flatMap(older::wireType).orElse(now);
    if (!now.fits(before) && !before.fits(now)) {
      throw conflict(newer, column, older, same.orElseThrow());
    }
    return new Column(
        column.name(),
        field,
        column.columnId(),
        column.ordinal(),
        column.sqlType(),
        now.fits(before) ? before : now,
        column.inKey(),
        column.inTable(),
        column.partial());
  }

  private static SourceException conflict(
      TableDefinition newer, Column column, Older older, CapturedColumn before) {
    return new SourceException(
        SourceException.Kind.INCONSISTENT,
        "column %s of table %s is %s in capture instance %s but %s in the newer %s, which the table's records cannot both hold"
            .formatted(
                column.name(),
                newer.table(),
                before.type().declared(),
                older.instance().name(),
                column.sqlType().declared(),
                newer.instance().name()),
        "disable capture instance %s, give the column another name and enable the instance again; or leave the column out by column.exclude.list; then restart the task"
            .formatted(newer.instance().name()));
  }

  private static Column absent(CapturedColumn column, Older older, String field) {
    return new Column(
        column.name(),
        field,
        column.columnId(),
        column.ordinal(),
        column.type(),
        older.wireType(column).orElseThrow(),
        false,
        false,
        "");
  }

  private static List<Column> key(List<Column> key, List<Column> columns) {
    Map<Integer, Column> byId =
        columns.stream().collect(Collectors.toMap(Column::columnId, Function.identity()));
    return key.stream().map(column -> byId.get(column.columnId())).toList();
  }
}
