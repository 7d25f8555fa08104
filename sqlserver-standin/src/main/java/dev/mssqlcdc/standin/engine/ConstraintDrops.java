package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ConstraintDef;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.H2Types;
import java.util.Optional;

/** ALTER TABLE ... DROP CONSTRAINT: a key, a foreign key, a check or a default. */
final class ConstraintDrops {
  private ConstraintDrops() {}

  /** The table without a constraint. */
  static TableDef without(TableDef table, String name) {
    return table
        .withKeys(table.keys().stream().filter(k -> !k.name().equalsIgnoreCase(name)).toList())
        .withConstraints(
            table.constraints().stream().filter(c -> !c.name().equalsIgnoreCase(name)).toList());
  }

  /**
   * What follows ALTER TABLE in H2.
   *
   * @throws SqlError 3728 if the table has no such constraint
   */
  static String clause(TableDef table, String name) {
    Optional<ConstraintDef> constraint = table.constraint(name);
    if (constraint.isEmpty() && table.key(name).isEmpty()) {
      throw SqlError.of(3728, "'" + name + "' is not a constraint.");
    }
    boolean isDefault = constraint.filter(c -> c.kind() == ConstraintDef.Kind.DEFAULT).isPresent();
    return isDefault
        ? " ALTER COLUMN " + H2Types.quote(constraint.get().columns().get(0)) + " DROP DEFAULT"
        : " DROP CONSTRAINT " + H2Types.quote(name);
  }
}
