package dev.mssqlcdc.connector.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What became of a table's columns since its definition was read; columns are matched by their
 * {@code column_id}.
 *
 * @param lines one for each change of a captured column
 * @param misfits those of them that no record field can hold together with what came before
 * @param notCaptured columns of the source table that the instance does not capture
 * @param updated the definition as it is from now on
 */
public record DefinitionChanges(
    List<String> lines, List<String> misfits, List<String> notCaptured, TableDefinition updated) {

  /**
   * @param told the definition that consumers were told of
   * @param known the definition with which rows are read; wider where rows were wider already
   * @param captured the instance's columns now
   * @param inTable the table's columns now
   */
  public static DefinitionChanges between(
      TableDefinition told,
      TableDefinition known,
      List<CapturedColumn> captured,
      List<TableColumn> inTable) {
    Map<Integer, CapturedColumn> now =
        captured.stream().collect(Collectors.toMap(CapturedColumn::columnId, Function.identity()));
    Set<Integer> present = inTable.stream().map(TableColumn::columnId).collect(Collectors.toSet());
    List<String> lines = new ArrayList<>();
    List<String> misfits = new ArrayList<>();
    for (Column column : told.columns()) {
      if (column.inTable() && !present.contains(column.columnId())) {
        lines.add("column " + column.name() + " was dropped: it reads NULL from now on");
      }
      Optional.ofNullable(now.get(column.columnId()))
          .filter(c -> !c.type().equals(column.sqlType()))
          .ifPresent(c -> typeChange(column, c, lines, misfits));
    }
    List<String> notCaptured =
        inTable.stream()
            .filter(column -> !now.containsKey(column.columnId()))
            .map(TableColumn::name)
            .sorted()
            .toList();
    return new DefinitionChanges(
        lines, misfits, notCaptured, known.updated(captured, inTable, notCaptured));
  }

  private static void typeChange(
      Column before, CapturedColumn now, List<String> lines, List<String> misfits) {
    String line =
        "column %s changed its type from %s to %s"
            .formatted(before.name(), before.sqlType().declared(), now.type().declared());
    lines.add(line);
    if (before.holding(now.type()).isEmpty()) {
      misfits.add(line);
    }
  }

  /**
   * @throws SourceException when there are misfits
   */
  public void check(TableId table) {
    if (!misfits.isEmpty()) {
      throw new SourceException(
          SourceException.Kind.INCONSISTENT,
          "table %s: %s, which the table's records cannot hold"
              .formatted(table, String.join("; ", misfits)),
          SourceException.REMEDY_TYPE);
    }
  }
}
