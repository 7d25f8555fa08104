package dev.mssqlcdc.standin.catalog;

import dev.mssqlcdc.standin.sql.Lexer;
import dev.mssqlcdc.standin.sql.TableParser;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** Makes the tables of the schemas {@code sys} and {@code cdc}, declared in T-SQL. */
public final class SystemTable {
  private SystemTable() {}

  /** Creates a table and enters it in the catalog. */
  public static void create(
      Connection h2, Catalog catalog, String schema, String name, String columns)
      throws SQLException {
    TableBuilder builder = new TableBuilder(expression -> "");
    NewTable table =
        builder.create(
            catalog.newObjectId(), schema, name, TableParser.parse(Lexer.tokens(columns)));
    try (Statement statement = h2.createStatement()) {
      for (String sql : table.statements()) {
        statement.execute(sql);
      }
    }
    catalog.put(table.definition());
  }

  /** Drops a table that {@link #create} made. */
  public static void drop(Connection h2, Catalog catalog, String schema, String name)
      throws SQLException {
    Optional<TableDef> table = catalog.table(schema, name);
    if (table.isPresent()) {
      try (Statement statement = h2.createStatement()) {
        statement.execute("DROP TABLE " + TableBuilder.h2Name(table.get()));
      }
      catalog.remove(table.get());
    }
  }
}
