package dev.mssqlcdc.standin.sql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A query of one table, to find out which rows of it another would read. */
public final class RowIds {
  private static final String[] AFTER_WHERE = {"GROUP", "HAVING", "ORDER", "OPTION"};
  private static final String[] TOO_MUCH = {
    "JOIN", "APPLY", "UNION", "EXCEPT", "INTERSECT", "OFFSET", "PERCENT", "TIES", "PIVOT"
  };

  private final List<Token> top;
  private final List<Token> table;
  private final List<Token> where;
  private final List<Token> order;

  private RowIds(List<Token> top, List<Token> table, List<Token> where, List<Token> order) {
    this.top = top;
    this.table = table;
    this.where = where;
    this.order = order;
  }

  /** What a statement reads; empty if it is not a query of one table and nothing else. */
  public static Optional<RowIds> of(List<Token> statement) {
    long queries = statement.stream().filter(token -> token.is("SELECT")).count();
    boolean simple = statement.stream().noneMatch(token -> token.isAny(TOO_MUCH));
    int from = topLevel(statement, 0, "FROM");
    if (!statement.get(0).is("SELECT") || queries != 1 || !simple || from == statement.size()) {
      return Optional.empty();
    }
    int where = topLevel(statement, from, "WHERE");
    int end = topLevel(statement, from, AFTER_WHERE);
    List<Token> table = statement.subList(from + 1, Math.min(where, end));
    if (table.isEmpty() || !table.get(0).isName() || topLevel(table, 0, ",") < table.size()) {
      return Optional.empty();
    }
    int order = topLevel(statement, from, "ORDER");
    int option = topLevel(statement, from, "OPTION");
    return Optional.of(
        new RowIds(
            top(statement),
            table,
            where < end ? statement.subList(where + 1, end) : List.of(),
            statement.subList(order, Math.max(order, option))));
  }

  private static List<Token> top(List<Token> statement) {
    int at = statement.get(1).isAny("DISTINCT", "ALL") ? 2 : 1;
    if (!statement.get(at).is("TOP")) {
      return List.of();
    }
    boolean parentheses = statement.get(at + 1).is("(");
    int end = parentheses ? TokenCursor.closing(statement, at + 1) + 1 : at + 2;
    return statement.subList(at, end);
  }

  private static int topLevel(List<Token> tokens, int start, String... words) {
    int depth = 0;
    for (int i = start; i < tokens.size(); i++) {
      depth += tokens.get(i).is("(") ? 1 : tokens.get(i).is(")") ? -1 : 0;
      if (depth == 0 && tokens.get(i).isAny(words)) {
        return i;
      }
    }
    return tokens.size();
  }

  /** The query of those among some rows that are read. */
  public List<Token> among(Collection<Long> rows) {
    String listed = rows.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
    TokenList query = new TokenList().sql("SELECT").all(top).sql("_ROWID_ AS [row id] FROM");
    query.all(table);
    List<Token> conditions = new ArrayList<>();
    if (!where.isEmpty()) {
      conditions.addAll(new TokenList().sql("WHERE (").all(where).sql(")").tokens());
    }
    if (top.isEmpty()) {
      String also = (where.isEmpty() ? "WHERE" : "AND") + " _ROWID_ IN " + listed;
      return query.all(conditions).sql(also).tokens();
    }
    return new TokenList()
        .sql("SELECT [row id] FROM (")
        .all(query.all(conditions).all(order).tokens())
        .sql(") AS [read] WHERE [row id] IN " + listed)
        .tokens();
  }
}
