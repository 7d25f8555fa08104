package dev.mssqlcdc.silver;

import java.util.Set;
import java.util.TreeSet;

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

  boolean has(String table) {
    return tables.contains(table);
  }

  @Override
  public String toString() {
    return name + "=" + String.join(",", new TreeSet<>(tables));
  }
}
