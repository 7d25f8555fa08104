package dev.mssqlcdc.standin.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Finds where a statement ends that no semicolon ends. */
final class StatementBounds {
  private static final List<String> STARTS =
      List.of(
          "SELECT",
          "INSERT",
          "UPDATE",
          "DELETE",
          "MERGE",
          "WITH",
          "SET",
          "EXEC",
          "EXECUTE",
          "IF",
          "ELSE",
          "WHILE",
          "BEGIN",
          "END",
          "COMMIT",
          "ROLLBACK",
          "SAVE",
          "DECLARE",
          "CREATE",
          "ALTER",
          "DROP",
          "TRUNCATE",
          "USE",
          "PRINT",
          "RETURN",
          "WAITFOR",
          "RAISERROR",
          "THROW",
          "BREAK",
          "CONTINUE",
          "GRANT",
          "DENY",
          "REVOKE",
          "REVERT",
          "DBCC");

  private static final List<String> ROW_WORDS =
      List.of("SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "VALUES", "DEFAULT");

  private static final List<String> DROPPED =
      List.of("TABLE", "DATABASE", "VIEW", "INDEX", "SCHEMA", "COLUMN", "CONSTRAINT", "PROCEDURE");

  private final TokenCursor in;

  StatementBounds(TokenCursor in) {
    this.in = in;
  }

  /** Tokens up to the next statement, semicolon or, in a DECLARE, comma. */
  List<Token> expression(boolean stopAtComma) {
    int start = in.position();
    int depth = 0;
    while (in.hasMore()) {
      if (depth == 0
          && (in.at(";") || startsStatement() || (stopAtComma && in.at(",")))
          && !insideCase(start)) {
        break;
      }
      depth += in.at("(") ? 1 : in.at(")") ? -1 : 0;
      in.next();
    }
    return in.since(start);
  }

  /** CASE ... ELSE ... END holds words that otherwise start statements. */
  private boolean insideCase(int start) {
    int open = 0;
    for (Token token : in.since(start)) {
      open += token.is("CASE") ? 1 : token.is("END") ? -1 : 0;
    }
    return open > 0;
  }

  /** True if the word here is one that statements start with. */
  boolean startsStatement() {
    return in.hasMore() && in.peek().isAny(STARTS);
  }

  /** The tokens of a statement that may hold such words itself. */
  List<Token> upToNext() {
    int start = in.position();
    int depth = 0;
    while (in.hasMore()) {
      if (depth == 0
          && in.position() > start
          && (in.at(";") || (startsStatement() && !continues(start)))) {
        break;
      }
      depth += in.at("(") ? 1 : in.at(")") ? -1 : 0;
      in.next();
    }
    return in.since(start);
  }

  /** True if the word here, though it may start a statement, belongs to the one being read. */
  private boolean continues(int start) {
    Token first = in.look(start - in.position());
    Token previous = in.look(-1);
    if (in.at("ELSE") || in.at("END")) {
      return insideCase(start);
    }
    if (in.at("WITH") || previous.isAny("ON", "THEN", "FOR")) {
      return true;
    }
    if (in.at("ROLLBACK")) {
      return first.is("ALTER") && previous.is("WITH");
    }
    if (in.at("IF")) {
      return previous.isAny(DROPPED);
    }
    if (in.at("SET")) {
      return first.isAny("MERGE", "ALTER") || (first.isAny("UPDATE", "WITH") && !sawSet(start));
    }
    if (first.is("ALTER")) {
      return in.at("ALTER") || in.at("DROP");
    }
    if (in.at("SELECT")) {
      return selectContinues(start, first, previous);
    }
    boolean verb = in.peek().isAny("INSERT", "UPDATE", "DELETE", "MERGE");
    return verb && first.is("WITH") && topLevelWords(start).isEmpty();
  }

  private boolean selectContinues(int start, Token first, Token previous) {
    if (previous.isAny("UNION", "ALL", "EXCEPT", "INTERSECT")) {
      return true;
    }
    if (first.is("CREATE")) {
      return previous.is("AS");
    }
    List<String> words = topLevelWords(start);
    boolean insertsNothingYet = words.equals(List.of("INSERT"));
    return insertsNothingYet || (first.is("WITH") && words.isEmpty());
  }

  private boolean sawSet(int start) {
    return in.since(start).stream().anyMatch(token -> token.is("SET"));
  }

  /** The verbs outside of parentheses, and what gives an INSERT its rows. */
  private List<String> topLevelWords(int start) {
    List<String> words = new ArrayList<>();
    int depth = 0;
    for (Token token : in.since(start)) {
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (depth == 0 && token.isAny(ROW_WORDS)) {
        words.add(token.text().toUpperCase(Locale.ROOT));
      }
    }
    return words;
  }
}
