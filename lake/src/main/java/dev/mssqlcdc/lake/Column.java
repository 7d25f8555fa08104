package dev.mssqlcdc.lake;

import java.util.Objects;

/**
 * A column of a table of ours; every one is nullable, because Delta does not enforce NOT NULL and a
 * null would make the file unreadable.
 *
 * @param name the logical name
 * @param type its Delta type
 * @param comment what it holds, with unit; kept in the table
 */
public record Column(String name, DeltaType type, String comment) {

  public Column {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(comment, "comment");
  }
}
