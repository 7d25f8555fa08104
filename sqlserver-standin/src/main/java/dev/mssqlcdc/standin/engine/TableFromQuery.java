package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.Column;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import dev.mssqlcdc.standin.sql.ColumnSpec;
import dev.mssqlcdc.standin.sql.TableSpec;
import dev.mssqlcdc.standin.sql.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** SELECT ... INTO: the query without INTO, and the table that takes its rows. */
record TableFromQuery(List<Token> query, List<Token> target) {

  /** Finds INTO in the outermost query; empty if there is none. */
  static Optional<TableFromQuery> of(List<Token> tokens) {
    int depth = 0;
    boolean select = false;
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (depth == 0 && token.isAny("INSERT", "MERGE", "UPDATE", "DELETE")) {
        return Optional.empty();
      }
      select |= depth == 0 && token.is("SELECT");
      if (depth == 0 && select && token.is("INTO")) {
        int end = i + 2;
        while (end + 1 < tokens.size() && tokens.get(end).is(".")) {
          end += tokens.get(end + 1).is(".") ? 1 : 2;
        }
        List<Token> query = new ArrayList<>(tokens.subList(0, i));
        query.addAll(tokens.subList(end, tokens.size()));
        return Optional.of(new TableFromQuery(query, tokens.subList(i + 1, end)));
      }
    }
    return Optional.empty();
  }

  /**
   * The table for a query's columns.
   *
   * @param identityStart what an identity column goes on with
   * @throws SqlError 1038 for a column without a name
   */
  static TableSpec table(List<Column> columns, long identityStart) {
    List<ColumnSpec> specs = new ArrayList<>();
    for (Column column : columns) {
      if (column.name().isEmpty()) {
        throw new SqlError(
            1038,
            15,
            "An object or column name is missing or empty. For SELECT INTO statements, verify each"
                + " column has a name. For other statements, look for empty alias names. Aliases"
                + " defined as \"\" or [] are not allowed. Change the alias to a valid name.");
      }
      boolean rowversion = column.type().name() == SqlTypeName.ROWVERSION;
      specs.add(
          new ColumnSpec(
              column.name(),
              Optional.of(rowversion ? SqlType.sized(SqlTypeName.BINARY, 8) : column.type()),
              List.of(),
              Optional.of(column.nullable()),
              column.identity()
                  ? Optional.of(new ColumnSpec.Identity(identityStart, 1))
                  : Optional.empty(),
              List.of(),
              Optional.empty()));
    }
    return new TableSpec(specs, List.of());
  }
}
