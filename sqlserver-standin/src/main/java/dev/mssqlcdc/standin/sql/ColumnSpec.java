package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.SqlType;
import java.util.List;
import java.util.Optional;

/**
 * A column as CREATE TABLE or ALTER TABLE declares it.
 *
 * @param type absent for a computed column, until it is found from the expression
 * @param computed the expression of a computed column, else empty
 * @param nullable absent where the declaration does not say
 * @param defaultValue the expression of DEFAULT, else empty
 * @param defaultName what CONSTRAINT calls the default
 */
public record ColumnSpec(
    String name,
    Optional<SqlType> type,
    List<Token> computed,
    Optional<Boolean> nullable,
    Optional<Identity> identity,
    List<Token> defaultValue,
    Optional<String> defaultName) {

  public boolean isComputed() {
    return !computed.isEmpty();
  }

  public ColumnSpec withType(SqlType found) {
    return new ColumnSpec(
        name, Optional.of(found), computed, nullable, identity, defaultValue, defaultName);
  }

  /** The column of a table in a database with this collation. */
  ColumnSpec within(Collation database) {
    return type.isEmpty()
        ? this
        : withType(type.get().withCollation(type.get().collation().within(database.rule())));
  }

  /** IDENTITY(seed, increment). */
  public record Identity(long seed, long increment) {}
}
