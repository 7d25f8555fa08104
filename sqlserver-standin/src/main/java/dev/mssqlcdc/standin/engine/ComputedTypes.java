package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.sql.ColumnSpec;
import dev.mssqlcdc.standin.sql.H2Types;
import dev.mssqlcdc.standin.sql.TableSpec;
import dev.mssqlcdc.standin.sql.Token;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds the types of computed columns, which H2 wants to be told. */
final class ComputedTypes {
  private final Database database;
  private final Function<List<Token>, String> expressions;

  ComputedTypes(Database database, Function<List<Token>, String> expressions) {
    this.database = database;
    this.expressions = expressions;
  }

  /** The specification with the types of expressions over columns that it declares itself. */
  TableSpec ofNewTable(TableSpec spec) throws SQLException {
    if (spec.columns().stream().noneMatch(ColumnSpec::isComputed)) {
      return spec;
    }
    String probe = "sys." + H2Types.quote("probe " + UUID.randomUUID());
    String columns =
        spec.columns().stream()
            .filter(column -> !column.isComputed())
            .map(c -> H2Types.quote(c.name()) + " " + H2Types.of(c.type().orElseThrow()))
            .collect(Collectors.joining(", ", " (", ")"));
    database.administer(List.of("CREATE TABLE " + probe + columns));
    try {
      return of(probe, spec);
    } finally {
      database.administer(List.of("DROP TABLE " + probe));
    }
  }

  /** The specification with the types of expressions over the columns of a table. */
  TableSpec of(String table, TableSpec spec) throws SQLException {
    List<String> sources =
        spec.columns().stream()
            .filter(ColumnSpec::isComputed)
            .map(column -> expressions.apply(column.computed()))
            .toList();
    if (sources.isEmpty()) {
      return spec;
    }
    Iterator<SqlType> types = database.types(table, sources).iterator();
    List<ColumnSpec> typed = new ArrayList<>();
    for (ColumnSpec column : spec.columns()) {
      typed.add(column.isComputed() ? column.withType(types.next()) : column);
    }
    return new TableSpec(typed, spec.constraints());
  }
}
