package dev.mssqlcdc.standin.sql;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code WITH c AS (SELECT ... FROM t) UPDATE c ...}: the rows of one table, chosen by a common
 * table expression, which gets the row id for one more column.
 */
final class UpdatableExpression {
  static final String ROW_ID = "row id";

  private UpdatableExpression() {}

  static RowSource source(DataChange change, String statement) {
    List<Token> with = change.with();
    for (int i = 1; i + 2 < with.size(); i++) {
      boolean named = with.get(i).isName(change.target().get(0).text());
      if (named && with.get(i + 1).is("AS") && with.get(i + 2).is("(")) {
        return source(change, i + 2, statement);
      }
    }
    throw RowSource.notUpdatable(statement);
  }

  private static RowSource source(DataChange change, int open, String statement) {
    List<Token> with = change.with();
    int close = TokenCursor.closing(with, open);
    List<Token> query = with.subList(open + 1, close);
    int from = from(query);
    boolean oneTable =
        from > 0
            && query.stream()
                .noneMatch(t -> t.isAny("JOIN", "UNION", "GROUP", "DISTINCT", "APPLY"));
    if (!oneTable) {
      throw RowSource.notUpdatable(statement);
    }
    TokenCursor in = new TokenCursor(query);
    in.moveTo(from + 1);
    in.qualifiedName();
    List<Token> table = query.subList(from + 1, in.position());
    List<Token> changed = new ArrayList<>(with.subList(0, open + 1));
    changed.addAll(query.subList(0, from));
    changed.addAll(new TokenList().sql(", _ROWID_ AS [" + ROW_ID + "]").tokens());
    changed.addAll(query.subList(from, query.size()));
    changed.addAll(with.subList(close, with.size()));
    List<Token> alias = new TokenList().sql("[" + ROW_ID + "]").tokens();
    List<Token> rows = change.from().isEmpty() ? change.target() : change.from();
    return new RowSource(table, alias, changed, rows, change.where());
  }

  private static int from(List<Token> query) {
    int depth = 0;
    for (int i = 0; i < query.size(); i++) {
      depth += query.get(i).is("(") ? 1 : query.get(i).is(")") ? -1 : 0;
      if (depth == 0 && query.get(i).is("FROM")) {
        return i;
      }
    }
    return -1;
  }
}
