package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.Statement.Assignment;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code SELECT @a = x, @b = y FROM ...}. */
final class AssigningSelect {
  private AssigningSelect() {}

  static Statement parse(List<Token> tokens) {
    int from = tokens.size();
    int depth = 0;
    for (int i = tokens.size() - 1; i > 0; i--) {
      Token token = tokens.get(i);
      depth += token.is(")") ? 1 : token.is("(") ? -1 : 0;
      if (depth == 0 && token.isAny("FROM", "WHERE")) {
        from = i;
      }
    }
    List<Assignment> assignments = new ArrayList<>();
    for (List<Token> part : TokenCursor.split(tokens.subList(1, from))) {
      if (part.size() < 3 || !part.get(0).isVariable() || !part.get(1).is("=")) {
        throw SqlError.of(
            141,
            "A SELECT statement that assigns a value to a variable must not be combined with"
                + " data-retrieval operations.");
      }
      assignments.add(new Assignment(part.get(0).text(), part.subList(2, part.size())));
    }
    return new Statement.SelectInto(assignments, tokens.subList(from, tokens.size()));
  }
}
