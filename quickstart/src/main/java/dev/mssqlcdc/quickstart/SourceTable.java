package dev.mssqlcdc.quickstart;

import java.util.List;

/** A table of the schema dbo whose rows are compared with the lake's. */
interface SourceTable {

  /**
   * A column that finds a row.
   *
   * @param name of the column
   * @param sqlType of {@link java.sql.Types}
   */
  record Locator(String name, int sqlType) {}

  /** Without schema and brackets. */
  String name();

  /** Columns that a WHERE clause finds a row by: the primary key, or, in a keyless table, any. */
  List<Locator> locators();

  /** Whether the locators are no key. */
  boolean keyless();

  default String quotedName() {
    return "[dbo]." + quote(name());
  }

  static String quote(String identifier) {
    return "[" + identifier.replace("]", "]]") + "]";
  }
}
