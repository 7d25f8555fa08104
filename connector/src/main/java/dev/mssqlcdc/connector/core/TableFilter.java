package dev.mssqlcdc.connector.core;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which tables are read, and which of their columns. Patterns match whole names, ignoring case.
 *
 * @param include patterns of {@code schema.table}
 * @param exclude patterns of {@code schema.table} that are left out all the same
 * @param columns which columns of the tables
 */
public record TableFilter(List<Pattern> include, List<Pattern> exclude, ColumnFilter columns) {

  private static final Pattern ONE_NAME =
      Pattern.compile("([\\p{L}\\p{N}_@#$ -]+)\\\\?\\.([\\p{L}\\p{N}_@#$ -]+)");

  /**
   * @throws java.util.regex.PatternSyntaxException for a text that is no regular expression
   */
  public static TableFilter of(List<String> include, List<String> exclude, ColumnFilter columns) {
    return new TableFilter(compile(include), compile(exclude), columns);
  }

  static List<Pattern> compile(List<String> texts) {
    return texts.stream()
        .map(text -> Pattern.compile(text, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE))
        .toList();
  }

  public boolean includes(TableId table) {
    return include.stream().anyMatch(pattern -> matches(pattern, table))
        && exclude.stream().noneMatch(pattern -> matches(pattern, table));
  }

  public static boolean matches(Pattern pattern, TableId table) {
    return pattern.matcher(table.toString()).matches();
  }

  /** The one table that a pattern names; empty for a pattern of more. */
  public static Optional<TableId> named(Pattern pattern) {
    Matcher name = ONE_NAME.matcher(pattern.pattern());
    return name.matches()
        ? Optional.of(new TableId(name.group(1), name.group(2)))
        : Optional.empty();
  }
}
