package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.List;

/** A query within another may be ordered only to choose its first rows; H2 takes it anyway. */
final class NestedOrder {
  private static final int ORDER_IN_NESTED_QUERY = 1033;

  private NestedOrder() {}

  static void check(List<Token> tokens) {
    for (int i = 0; i + 1 < tokens.size(); i++) {
      if (tokens.get(i).is("(") && tokens.get(i + 1).is("SELECT") && isOnlyOrdered(tokens, i + 1)) {
        throw new SqlError(
            ORDER_IN_NESTED_QUERY,
            15,
            "The ORDER BY clause is invalid in views, inline functions, derived tables,"
                + " subqueries, and common table expressions, unless TOP, OFFSET or FOR XML is also"
                + " specified.");
      }
    }
  }

  private static boolean isOnlyOrdered(List<Token> tokens, int select) {
    boolean ordered = false;
    int depth = 0;
    for (int i = select; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (depth < 0) {
        return ordered;
      }
      if (depth == 0 && token.isAny("TOP", "OFFSET", "FOR")) {
        return false;
      }
      ordered |= depth == 0 && token.is("ORDER");
    }
    return false;
  }
}
