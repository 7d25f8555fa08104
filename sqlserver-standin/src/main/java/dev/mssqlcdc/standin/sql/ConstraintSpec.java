package dev.mssqlcdc.standin.sql;

import java.util.List;
import java.util.Optional;

/**
 * A table constraint.
 *
 * @param columns the key's columns, empty for a check, one for a default
 * @param rest REFERENCES and its actions, or the condition of a check with its parentheses, or the
 *     expression of a default
 */
public record ConstraintSpec(
    Kind kind, Optional<String> name, List<String> columns, List<Token> rest) {
  /** What is constrained. */
  public enum Kind {
    PRIMARY_KEY,
    UNIQUE,
    FOREIGN_KEY,
    CHECK,
    DEFAULT
  }
}
