package dev.mssqlcdc.standin.catalog;

import dev.mssqlcdc.standin.catalog.ConstraintDef.Reference;
import dev.mssqlcdc.standin.sql.Token;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.util.List;
import java.util.Locale;

/** Reads {@code REFERENCES schema.table (columns) ON DELETE ... ON UPDATE ...}. */
final class ForeignKeys {
  private ForeignKeys() {}

  static Reference reference(List<Token> tokens) {
    TokenCursor in = new TokenCursor(tokens);
    in.expect("REFERENCES");
    List<String> name = in.qualifiedName();
    List<String> columns = List.of();
    if (in.at("(")) {
      columns =
          TokenCursor.split(in.parenthesized()).stream().map(part -> part.get(0).text()).toList();
    }
    String onDelete = "NO_ACTION";
    String onUpdate = "NO_ACTION";
    while (in.accept("ON")) {
      boolean delete = in.next().is("DELETE");
      String action = action(in);
      onDelete = delete ? action : onDelete;
      onUpdate = delete ? onUpdate : action;
    }
    String schema = name.size() > 1 ? name.get(name.size() - 2) : "dbo";
    return new Reference(schema, name.get(name.size() - 1), columns, onDelete, onUpdate);
  }

  private static String action(TokenCursor in) {
    String first = in.next().text().toUpperCase(Locale.ROOT);
    return first.equals("CASCADE")
        ? first
        : first + "_" + in.next().text().toUpperCase(Locale.ROOT);
  }
}
