package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.List;

/**
 * The clauses of an UPDATE, DELETE or INSERT; those that it does not have are empty.
 *
 * @param with a common table expression with its WITH
 * @param top the expression of TOP
 * @param target the name of the table or of its alias
 * @param set the assignments of an UPDATE
 * @param output the list of OUTPUT
 * @param into what follows INTO in OUTPUT
 * @param from the second FROM of a DELETE, the FROM of an UPDATE
 * @param where the condition
 * @param rest an INSERT's column list and rows
 */
record DataChange(
    Verb verb,
    List<Token> with,
    List<Token> top,
    List<Token> target,
    List<Token> set,
    List<Token> output,
    List<Token> into,
    List<Token> from,
    List<Token> where,
    List<Token> rest) {
  enum Verb {
    INSERT,
    UPDATE,
    DELETE
  }

  private static final String[] CLAUSES = {
    "SET", "OUTPUT", "FROM", "WHERE", "OPTION", "VALUES", "SELECT", "WITH"
  };

  /** True if the statement, after a WITH, is one of the three. */
  static boolean is(List<Token> tokens) {
    int verb = verb(tokens);
    return verb < tokens.size() && tokens.get(verb).isAny("INSERT", "UPDATE", "DELETE");
  }

  /** The index of the verb at the outermost level. */
  private static int verb(List<Token> tokens) {
    if (!tokens.get(0).is("WITH")) {
      return 0;
    }
    int depth = 0;
    for (int i = 1; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (depth == 0 && token.isAny("SELECT", "INSERT", "UPDATE", "DELETE", "MERGE")) {
        return i;
      }
    }
    return tokens.size();
  }

  static DataChange parse(List<Token> tokens) {
    int start = verb(tokens);
    TokenCursor in = new TokenCursor(tokens);
    in.moveTo(start);
    Verb verb = Verb.valueOf(in.next().text().toUpperCase(java.util.Locale.ROOT));
    List<Token> top = List.of();
    if (in.accept("TOP")) {
      top = in.at("(") ? in.parenthesized() : List.of(in.next());
      if (in.at("PERCENT")) {
        throw SqlError.notSupported("TOP ... PERCENT in a data change", Token.text(tokens));
      }
    }
    in.accept(verb == Verb.INSERT ? "INTO" : "FROM");
    int name = in.position();
    if (in.peek().isVariable()) {
      in.next();
    } else {
      in.qualifiedName();
    }
    List<Token> target = in.since(name);
    hints(in);
    List<Token> head = verb == Verb.INSERT ? columnList(in) : List.of();
    List<Token> set = in.accept("SET") ? clause(in) : List.of();
    List<Token> output = in.accept("OUTPUT") ? clause(in, "INTO") : List.of();
    List<Token> into = !output.isEmpty() && in.accept("INTO") ? clause(in) : List.of();
    if (verb == Verb.INSERT) {
      List<Token> rest = new TokenList().all(head).all(rest(in)).tokens();
      return new DataChange(
          verb,
          tokens.subList(0, start),
          top,
          target,
          set,
          output,
          into,
          List.of(),
          List.of(),
          rest);
    }
    List<Token> from = in.accept("FROM") ? clause(in) : List.of();
    List<Token> where = in.accept("WHERE") ? clause(in) : List.of();
    if (in.accept("OPTION")) {
      in.parenthesized();
    }
    if (in.hasMore()) {
      throw in.unexpected();
    }
    return new DataChange(
        verb, tokens.subList(0, start), top, target, set, output, into, from, where, List.of());
  }

  private static void hints(TokenCursor in) {
    Token next = in.look(1);
    if (in.at("WITH") && next != null && next.is("(")) {
      in.next();
      in.parenthesized();
    }
  }

  private static List<Token> columnList(TokenCursor in) {
    Token next = in.look(1);
    if (!in.at("(") || next == null || next.isAny("SELECT", "WITH", "(")) {
      return List.of();
    }
    int start = in.position();
    in.parenthesized();
    return in.since(start);
  }

  private static List<Token> rest(TokenCursor in) {
    int start = in.position();
    while (in.hasMore()) {
      in.next();
    }
    return in.since(start);
  }

  /** Tokens up to the next clause at the outermost level. */
  private static List<Token> clause(TokenCursor in, String... ends) {
    int start = in.position();
    int depth = 0;
    while (in.hasMore()) {
      boolean with = in.at("WITH") && in.look(1) != null && in.look(1).is("(");
      boolean ending =
          in.peek().isAny(CLAUSES) || in.peek().isAny(ends) || in.at("DEFAULT", "VALUES");
      if (depth == 0 && !with && ending) {
        break;
      }
      depth += in.at("(") ? 1 : in.at(")") ? -1 : 0;
      in.next();
    }
    return in.since(start);
  }
}
