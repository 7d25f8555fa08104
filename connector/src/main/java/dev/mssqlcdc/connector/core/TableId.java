package dev.mssqlcdc.connector.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A table of the source database, by the names that the source uses.
 *
 * @param schema schema name, unquoted
 * @param name table name, unquoted
 */
public record TableId(String schema, String name) implements Comparable<TableId> {

  private static final String ONE_NAME = "(\\[(?:[^\\]]|\\]\\])+\\]|[^.\\[\\]]+)";
  private static final Pattern TWO_NAMES = Pattern.compile(ONE_NAME + "\\." + ONE_NAME);

  /** Two names of 128 characters, each of them a bracket and doubled. */
  private static final int MAX_LENGTH = 600;

  private static final Comparator<TableId> ORDER =
      Comparator.comparing(TableId::schema).thenComparing(TableId::name);

  /** Both names in brackets, as they stand in a statement. */
  public String quoted() {
    return SqlNames.quote(schema) + "." + SqlNames.quote(name);
  }

  /**
   * Reads {@code schema.table}; a name that has a dot or a bracket stands in brackets, as in {@code
   * dbo.[a.b]}.
   *
   * @throws IllegalArgumentException when the text is not two names
   */
  public static TableId parse(String text) {
    Matcher names = TWO_NAMES.matcher(text.strip());
    if (text.length() > MAX_LENGTH || !names.matches()) {
      throw new IllegalArgumentException("not schema.table or [schema].[table]");
    }
    return new TableId(unquoted(names.group(1)), unquoted(names.group(2)));
  }

  private static String unquoted(String name) {
    return name.startsWith("[") ? SqlNames.parseList(name).get(0) : name;
  }

  /** Writes what {@link #parseList} reads; unambiguous for every name. */
  public static String formatList(Collection<TableId> tables) {
    return tables.stream().map(TableId::quoted).collect(Collectors.joining(","));
  }

  /**
   * @throws IllegalArgumentException unless the text is a list of quoted two-part names
   */
  public static List<TableId> parseList(String text) {
    List<String> names = SqlNames.parseList(text);
    if (names.size() % 2 != 0) {
      throw new IllegalArgumentException("not a list of [schema].[table] names: '" + text + "'");
    }
    List<TableId> tables = new ArrayList<>();
    for (int i = 0; i < names.size(); i += 2) {
      tables.add(new TableId(names.get(i), names.get(i + 1)));
    }
    return tables;
  }

  @Override
  public int compareTo(TableId other) {
    return ORDER.compare(this, other);
  }

  /** {@code schema.table}: for people, patterns and the offset's partition. */
  @Override
  public String toString() {
    return schema + "." + name;
  }
}
