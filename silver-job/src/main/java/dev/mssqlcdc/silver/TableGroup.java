package dev.mssqlcdc.silver;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tables of one database that are brought to one LSN, so that they join consistently.
 *
 * @param name for messages
 * @param tables names of bronze tables, two or more
 */
public record TableGroup(String name, Set<String> tables) {

  public TableGroup {
    tables = Set.copyOf(tables);
    if (name.isBlank()) {
      throw new IllegalArgumentException("a group has no name");
    }
    if (tables.size() < 2) {
      throw new IllegalArgumentException(
          "group %s has %d table(s), at least 2 expected".formatted(name, tables.size()));
    }
  }

  /**
   * Reads the form {@code sales=dbo.orders,dbo.lines}.
   *
   * @throws IllegalArgumentException when the text has another
   */
  static TableGroup parse(String text) {
    String[] parts = text.split("=", 2);
    if (parts.length < 2) {
      throw new IllegalArgumentException(
          "'%s' is no group such as sales=dbo.orders,dbo.lines".formatted(text));
    }
    return new TableGroup(parts[0].strip(), names(parts[1]));
  }

  private static Set<String> names(String list) {
    return Arrays.stream(list.split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toSet());
  }

  boolean has(String table) {
    return tables.contains(table);
  }
}
