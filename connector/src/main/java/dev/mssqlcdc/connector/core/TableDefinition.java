package dev.mssqlcdc.connector.core;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

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

  /**
   * The definition with a column that holds another type too, for rows that already have it.
   *
   * @throws TypeChangedException as given, when there is no such type
   */
  public TableDefinition widened(TypeChangedException change) {
    Column wider =
        change.column().holding(change.actual()).filter(this::isNew).orElseThrow(() -> change);
    return map(column -> column.columnId() == wider.columnId() ? wider : column);
  }

  private boolean isNew(Column column) {
    return !columns.contains(column);
  }

  /**
   * The definition after changes of the table: types as they are now where they hold what came
   * before, columns that were dropped marked so.
   *
   * @param captured the instance's columns now
   * @param inTable the table's columns now
   * @param left columns of the table that the instance does not capture
   */
  TableDefinition updated(
      List<CapturedColumn> captured, List<TableColumn> inTable, List<String> left) {
    Map<Integer, SqlType> types =
        captured.stream().collect(Collectors.toMap(CapturedColumn::columnId, CapturedColumn::type));
    Set<Integer> present = ids(inTable);
    return map(
        column ->
            Optional.ofNullable(types.get(column.columnId()))
                .filter(type -> !type.equals(column.sqlType()))
                .flatMap(column::holding)
                .orElse(column)
                .withInTable(present.contains(column.columnId())),
        left);
  }

  /**
   * The definition for reading the table as it is now, with the columns that were dropped marked.
   *
   * @param name the table's name now
   * @param inTable the table's columns now
   */
  public TableDefinition readFrom(TableId name, List<TableColumn> inTable) {
    Set<Integer> present = ids(inTable);
    TableDefinition marked = map(column -> column.withInTable(present.contains(column.columnId())));
    return new TableDefinition(
        instance.named(name), marked.columns(), marked.key(), notCaptured, absent);
  }

  private static Set<Integer> ids(List<TableColumn> inTable) {
    return inTable.stream().map(TableColumn::columnId).collect(Collectors.toSet());
  }

  TableDefinition map(UnaryOperator<Column> change) {
    return map(change, notCaptured);
  }

  private TableDefinition map(UnaryOperator<Column> change, List<String> left) {
    return new TableDefinition(
        instance,
        columns.stream().map(change).toList(),
        key.stream().map(change).toList(),
        left,
        absent);
  }

  /** Names of the key's columns, as an offset holds them. */
  public String keyNames() {
    return SqlNames.formatList(key.stream().map(Column::name).toList());
  }
}
