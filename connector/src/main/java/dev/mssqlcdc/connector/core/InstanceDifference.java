package dev.mssqlcdc.connector.core;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a newer capture instance does not capture of a table; columns are matched by their {@code
 * column_id}, or, where the older instance is gone, by the fields that the records had.
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

  /**
   * @param fields of the records that were read from an older instance, which is gone
   */
  public static InstanceDifference toGone(
      RecordForm fields, List<CapturedColumn> newer, List<TableColumn> inTable) {
    Set<Integer> now = ids(newer);
    Set<String> before = fields.fields().keySet();
    return new InstanceDifference(
        columns(inTable, c -> !now.contains(c.columnId()) && !before.contains(field(c))),
        columns(inTable, c -> !now.contains(c.columnId()) && before.contains(field(c))));
  }

  private static String field(TableColumn column) {
    return FieldNames.avroSafe(column.name());
  }

  private static Set<Integer> ids(List<CapturedColumn> columns) {
    return columns.stream().map(CapturedColumn::columnId).collect(Collectors.toSet());
  }

  private static List<String> names(List<TableColumn> columns, Predicate<Integer> wanted) {
    return columns(columns, column -> wanted.test(column.columnId()));
  }

  private static List<String> columns(List<TableColumn> all, Predicate<TableColumn> wanted) {
    return all.stream().filter(wanted).map(TableColumn::name).sorted().toList();
  }
}
