package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The rows of INSERT ... VALUES, as their columns store them. */
final class InsertedValues {
  private InsertedValues() {}

  /** The column list and the rows of an INSERT. */
  static List<Token> stored(DataChange insert, RewriteContext context) {
    Map<String, SqlType> types = context.columns(RowSource.parts(insert.target())).orElse(Map.of());
    TokenCursor in = new TokenCursor(insert.rest());
    List<SqlType> targets = new ArrayList<>(types.values());
    if (in.at("(")) {
      targets =
          TokenCursor.split(in.parenthesized()).stream()
              .map(part -> types.get(part.get(0).text().toLowerCase(Locale.ROOT)))
              .toList();
    }
    if (types.isEmpty() || !in.at("VALUES")) {
      return insert.rest();
    }
    in.next();
    TokenList out = new TokenList().all(insert.rest().subList(0, in.position()));
    boolean first = true;
    do {
      out.sql(first ? "(" : ", (");
      first = false;
      List<List<Token>> row = TokenCursor.split(in.parenthesized());
      for (int i = 0; i < row.size(); i++) {
        SqlType target = i < targets.size() ? targets.get(i) : null;
        out.sql(i == 0 ? "" : ",")
            .all(StoredValues.stored(row.get(i), target, Map.of(), context.collation()));
      }
      out.sql(")");
    } while (in.accept(","));
    return out.all(insert.rest().subList(in.position(), insert.rest().size())).tokens();
  }
}
