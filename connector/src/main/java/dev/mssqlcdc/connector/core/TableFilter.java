package dev.mssqlcdc.connector.core;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Which tables and columns are read. Patterns match whole names, ignoring case.
 *
 * @param include patterns of {@code schema.table}
 * @param excludeColumns patterns of {@code schema.table.column}
 */
public record TableFilter(List<Pattern> include, List<Pattern> excludeColumns) {

  /**
   * @throws java.util.regex.PatternSyntaxException for a text that is no regular expression
   */
  public static TableFilter of(List<String> include, List<String> excludeColumns) {
    return new TableFilter(compile(include), compile(excludeColumns));
  }

  private static List<Pattern> compile(List<String> texts) {
    return texts.stream()
        .map(text -> Pattern.compile(text, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE))
        .toList();
  }

  public boolean includes(TableId table) {
    return include.stream().anyMatch(pattern -> matches(pattern, table));
  }

  public boolean excludes(TableId table, String column) {
    String name = table + "." + column;
    return excludeColumns.stream().anyMatch(pattern -> pattern.matcher(name).matches());
  }

  public static boolean matches(Pattern pattern, TableId table) {
    return pattern.matcher(table.toString()).matches();
  }
}
