package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.TableBuilder;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.sql.H2Types;

/** The H2 statements about the triggers of a table. */
final class Triggers {
  private static final String CALL = " CALL " + H2Types.literal(ChangeTrigger.class.getName());

  private Triggers() {}

  /** Makes writers of a table known; every table has it. */
  static String createGuard(TableDef table) {
    return "CREATE TRIGGER "
        + name(table, ".guard")
        + " BEFORE INSERT, UPDATE, DELETE ON "
        + TableBuilder.h2Name(table)
        + " FOR EACH STATEMENT"
        + CALL;
  }

  static String dropGuard(TableDef table) {
    return "DROP TRIGGER IF EXISTS " + name(table, ".guard");
  }

  /** Records the changed rows of a tracked table. */
  static String createCapture(TableDef table) {
    return "CREATE TRIGGER "
        + name(table, ".capture")
        + " AFTER INSERT, UPDATE, DELETE ON "
        + TableBuilder.h2Name(table)
        + " FOR EACH ROW"
        + CALL;
  }

  static String dropCapture(TableDef table) {
    return "DROP TRIGGER IF EXISTS " + name(table, ".capture");
  }

  private static String name(TableDef table, String suffix) {
    return H2Types.quote(table.schema()) + "." + H2Types.quote(table.name() + suffix);
  }
}
