package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.List;

/**
 * The rows that a data change with FROM or with a common table expression means, as a query of
 * their ids in the table that is to change.
 *
 * @param table the name of the table that changes
 * @param alias what the query calls it
 * @param with the common table expression before the query
 * @param from the tables of the query
 * @param where its condition
 */
record RowSource(
    List<Token> table, List<Token> alias, List<Token> with, List<Token> from, List<Token> where) {
  private static final String[] JOINS = {
    "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "ON", "WHERE", ",", "OUTER"
  };

  static RowSource of(DataChange change, RewriteContext context, String statement) {
    List<Token> from = change.from();
    int index = indexInFrom(from, change.target());
    if (index >= 0) {
      int end = endOfName(from, index);
      List<Token> named = from.subList(index, end);
      List<Token> alias = aliasAt(from, end);
      return new RowSource(
          named, alias.isEmpty() ? named : alias, change.with(), from, change.where());
    }
    int aliased = indexOfAlias(from, change.target());
    if (aliased >= 0) {
      int start = Primary.start(from, from.get(aliased - 1).is("AS") ? aliased - 1 : aliased);
      List<Token> named = from.subList(start, endOfName(from, start));
      return new RowSource(named, change.target(), change.with(), from, change.where());
    }
    if (context.columns(parts(change.target())).isPresent()) {
      TokenList joined = new TokenList().all(from);
      joined.sql(from.isEmpty() ? "" : ",").all(change.target());
      return new RowSource(
          change.target(), change.target(), change.with(), joined.tokens(), change.where());
    }
    return UpdatableExpression.source(change, statement);
  }

  static List<String> parts(List<Token> name) {
    return name.get(0).isVariable()
        ? List.of(name.get(0).text())
        : new TokenCursor(name).qualifiedName();
  }

  /** The query: row ids, then more columns. */
  List<Token> query(List<Token> more, List<Token> top) {
    TokenList out = new TokenList().all(with).sql("SELECT");
    if (!top.isEmpty()) {
      out.sql("TOP (").all(top).sql(")");
    }
    boolean expression = alias.get(alias.size() - 1).isName(UpdatableExpression.ROW_ID);
    out.all(alias)
        .sql(expression ? "AS [rid]" : "._ROWID_ AS [rid]")
        .all(more)
        .sql("FROM")
        .all(from);
    if (!where.isEmpty()) {
      out.sql("WHERE").all(where);
    }
    // a row that several others match changes once
    return out.sql("QUALIFY ROW_NUMBER() OVER (PARTITION BY")
        .all(alias)
        .sql(expression ? ") = 1" : "._ROWID_) = 1")
        .tokens();
  }

  private static int indexInFrom(List<Token> from, List<Token> target) {
    List<String> wanted = target.get(0).isVariable() ? List.of() : parts(target);
    for (int i = 0; i < from.size() && !wanted.isEmpty(); i++) {
      boolean starts = i == 0 || from.get(i - 1).isAny("JOIN", ",", "(", "APPLY");
      if (starts && from.get(i).isName() && endsWith(parts(from.subList(i, from.size())), wanted)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean endsWith(List<String> name, List<String> wanted) {
    return name.get(name.size() - 1).equalsIgnoreCase(wanted.get(wanted.size() - 1));
  }

  private static int endOfName(List<Token> from, int start) {
    TokenCursor in = new TokenCursor(from);
    in.moveTo(start);
    if (in.peek().isVariable()) {
      return start + 1;
    }
    in.qualifiedName();
    return in.position();
  }

  private static List<Token> aliasAt(List<Token> from, int index) {
    int i = index < from.size() && from.get(index).is("AS") ? index + 1 : index;
    boolean alias =
        i < from.size()
            && from.get(i).isName()
            && !from.get(i).isAny(JOINS)
            && !from.get(i).is("WITH");
    return alias ? from.subList(i, i + 1) : List.of();
  }

  private static int indexOfAlias(List<Token> from, List<Token> target) {
    for (int i = 1; i < from.size() && target.size() == 1; i++) {
      boolean aliased =
          from.get(i).isName(target.get(0).text())
              && !from.get(i - 1).is(".")
              && (i + 1 == from.size() || !from.get(i + 1).is("."));
      if (aliased && !from.get(i - 1).isAny(JOINS)) {
        return i;
      }
    }
    return -1;
  }

  static SqlError notUpdatable(String statement) {
    return SqlError.notSupported("this target of a data change", statement);
  }
}
