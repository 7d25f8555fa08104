package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.security.Securable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The securables that the objects of a database are. */
final class Securables {
  private Securables() {}

  /** A table, found again after a rename and not after a drop. */
  static Securable of(TableDef table) {
    return Securable.object(String.valueOf(table.objectId()));
  }

  /** A table, or by its name what the catalog does not hold: a view, a function. */
  static Securable object(Database database, String schema, String name) {
    return database
        .catalog()
        .table(schema, name)
        .map(Securables::of)
        .orElseGet(
            () ->
                Securable.object(
                    schema.toLowerCase(Locale.ROOT) + "." + name.toLowerCase(Locale.ROOT)));
  }

  /** The column_ids of columns by name. */
  static List<Integer> columns(TableDef table, List<String> names) {
    return names.stream().map(name -> column(table, name)).toList();
  }

  private static int column(TableDef table, String name) {
    Optional<ColumnDef> column = table.column(name);
    return column
        .orElseThrow(
            () ->
                SqlError.of(
                    1911, "Column name '" + name + "' does not exist in the target table or view."))
        .id();
  }
}
