package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.model.SqlTypeName;
import dev.mssqlcdc.standin.sql.Token;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.util.ArrayList;
import java.util.List;

/**
 * An UPDATE gives a rowversion its next value also where it changes nothing else; H2 would not. So
 * the column is set like any other.
 */
final class RowversionUpdates {
  private final Session session;

  RowversionUpdates(Session session) {
    this.session = session;
  }

  List<Token> prepared(List<Token> tokens) {
    TokenCursor in = new TokenCursor(tokens);
    if (!in.accept("UPDATE") || !in.hasMore() || !in.peek().isName()) {
      return tokens;
    }
    List<String> name = in.qualifiedName();
    if (!in.at("SET")) {
      return tokens;
    }
    Token set = in.next();
    List<Token> result = new ArrayList<>(tokens.subList(0, in.position()));
    for (ColumnDef column : rowversions(name)) {
      result.add(set.replaced(Token.Kind.QUOTED, column.name()));
      result.add(set.replaced(Token.Kind.SYMBOL, "="));
      result.add(set.replaced(Token.Kind.WORD, "DEFAULT"));
      result.add(set.replaced(Token.Kind.SYMBOL, ","));
    }
    result.addAll(tokens.subList(in.position(), tokens.size()));
    return result;
  }

  private List<ColumnDef> rowversions(List<String> name) {
    return session.find(name).stream()
        .flatMap(table -> table.columns().stream())
        .filter(column -> column.type().name() == SqlTypeName.ROWVERSION)
        .toList();
  }
}
