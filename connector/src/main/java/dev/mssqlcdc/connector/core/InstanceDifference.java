package dev.mssqlcdc.connector.core;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a newer capture instance does not capture of a table; columns are matched by their {@code
 * column_id}.
 *
 * @param notCaptured columns of the table that neither instance captures
 * @param leftOut columns of the table that only the older one captures
 */
public record InstanceDifference(List<String> notCaptured, List<String> leftOut) {

  public static InstanceDifference between(
      List<CapturedColumn> older, List<CapturedColumn> newer, List<TableColumn> inTable) {
    Set<Integer> before = ids(older);
    Set<Integer> now = ids(newer);
    return new InstanceDifference(
        names(inTable, id -> !now.contains(id) && !before.contains(id)),
        names(inTable, id -> !now.contains(id) && before.contains(id)));
  }

  private static Set<Integer> ids(List<CapturedColumn> columns) {
    return columns.stream().map(CapturedColumn::columnId).collect(Collectors.toSet());
  }

  private static List<String> names(List<TableColumn> columns, Predicate<Integer> wanted) {
    return columns.stream()
        .filter(column -> wanted.test(column.columnId()))
        .map(TableColumn::name)
        .sorted()
        .toList();
  }
}
