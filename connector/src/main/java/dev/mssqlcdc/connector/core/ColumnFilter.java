package dev.mssqlcdc.connector.core;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Which columns are read: those of the one list if there is one, or all but those of the other.
 * Columns of a key are read in any case. Patterns match whole names, ignoring case.
 *
 * @param include patterns of {@code schema.table.column}; empty to include every column
 * @param exclude patterns of {@code schema.table.column}
 */
public record ColumnFilter(List<Pattern> include, List<Pattern> exclude) {

  /** Every column. */
  public static final ColumnFilter ALL = new ColumnFilter(List.of(), List.of());

  /**
   * @throws java.util.regex.PatternSyntaxException for a text that is no regular expression
   */
  public static ColumnFilter of(List<String> include, List<String> exclude) {
    return new ColumnFilter(TableFilter.compile(include), TableFilter.compile(exclude));
  }

  /** Whether a column of the instance's table is not read. */
  public boolean leavesOut(CaptureInstance instance, String column) {
    if (instance.keyColumns().contains(column)) {
      return false;
    }
    return excludes(instance.table(), column)
        || (!include.isEmpty() && !matches(include, instance.table(), column));
  }

  /** Whether the list of excluded columns names a column, be it part of a key or not. */
  public boolean excludes(TableId table, String column) {
    return matches(exclude, table, column);
  }

  private static boolean matches(List<Pattern> patterns, TableId table, String column) {
    String name = table + "." + column;
    return patterns.stream().anyMatch(pattern -> pattern.matcher(name).matches());
  }
}
