package dev.mssqlcdc.standin.catalog;

import java.util.List;
import java.util.Optional;

/**
 * A constraint that is no key.
 *
 * @param columns the foreign key's columns, the column of a default; empty for a check
 * @param definition the condition or the default's expression in T-SQL, empty for a foreign key
 */
public record ConstraintDef(
    String name,
    Kind kind,
    boolean systemNamed,
    List<String> columns,
    String definition,
    Optional<Reference> reference) {
  /** What is constrained. */
  public enum Kind {
    FOREIGN_KEY,
    CHECK,
    DEFAULT
  }

  /**
   * What a foreign key refers to.
   *
   * @param columns empty if the statement named none: the primary key's
   */
  public record Reference(
      String schema, String table, List<String> columns, String onDelete, String onUpdate) {
    public boolean isTo(TableDef other) {
      return other.schema().equalsIgnoreCase(schema) && other.name().equalsIgnoreCase(table);
    }
  }

  public ConstraintDef {
    columns = List.copyOf(columns);
  }
}
