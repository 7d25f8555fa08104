package dev.mssqlcdc.silver;

import java.util.HashSet;
import java.util.Set;

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
    NamedList parsed = NamedList.parse(text, "group such as sales=dbo.orders,dbo.lines");
    return new TableGroup(parsed.name(), new HashSet<>(parsed.items()));
  }

  boolean has(String table) {
    return tables.contains(table);
  }
}
