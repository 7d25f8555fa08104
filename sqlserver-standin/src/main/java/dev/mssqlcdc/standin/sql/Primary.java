package dev.mssqlcdc.standin.sql;

import java.util.List;

/** The extent of an operand: a name, a call, a constant, a variable or what parentheses hold. */
final class Primary {
  private static final List<String> NO_FUNCTION =
      List.of(
          "AND",
          "OR",
          "NOT",
          "WHERE",
          "ON",
          "WHEN",
          "THEN",
          "ELSE",
          "HAVING",
          "SELECT",
          "IN",
          "BETWEEN",
          "LIKE",
          "BY",
          "IF",
          "WHILE",
          "RETURN",
          "SET",
          "EXISTS",
          "VALUES",
          "AS",
          "CASE",
          "DISTINCT",
          "FROM");

  private Primary() {}

  /** The index after the operand that starts at an index. */
  static int end(List<Token> tokens, int start) {
    int i = start;
    while (i < tokens.size() && tokens.get(i).isAny("-", "+", "~")) {
      i++;
    }
    if (i >= tokens.size()) {
      return i;
    }
    if (tokens.get(i).is("(")) {
      return TokenCursor.closing(tokens, i) + 1;
    }
    if (tokens.get(i).is("CASE")) {
      return afterCase(tokens, i);
    }
    boolean name = tokens.get(i).isName();
    i++;
    while (name && i + 1 < tokens.size() && tokens.get(i).is(".")) {
      i += 2;
    }
    return name && i < tokens.size() && tokens.get(i).is("(")
        ? TokenCursor.closing(tokens, i) + 1
        : i;
  }

  /** As {@link #end}, with a COLLATE that follows. */
  static int endWithCollation(List<Token> tokens, int start) {
    int end = end(tokens, start);
    return end + 1 < tokens.size() && tokens.get(end).is("COLLATE") ? end + 2 : end;
  }

  /** The index where the operand starts that ends before an index. */
  static int start(List<Token> tokens, int end) {
    int i = end - 1;
    if (i > 0 && tokens.get(i - 1).is("COLLATE")) {
      return start(tokens, i - 1);
    }
    if (tokens.get(i).is("END")) {
      return startOfCase(tokens, i);
    }
    if (tokens.get(i).is(")")) {
      i = opening(tokens, i);
      if (i == 0 || !isFunction(tokens.get(i - 1))) {
        return i;
      }
      i--;
    }
    while (tokens.get(i).isName() && i >= 2 && tokens.get(i - 1).is(".")) {
      i -= 2;
    }
    return i;
  }

  /** The end of operands that {@code +} joins. */
  static int endOfSum(List<Token> tokens, int start) {
    int end = endWithCollation(tokens, start);
    while (end < tokens.size() && tokens.get(end).is("+")) {
      end = endWithCollation(tokens, end + 1);
    }
    return end;
  }

  /** The start of operands that {@code +} joins. */
  static int startOfSum(List<Token> tokens, int end) {
    int start = start(tokens, end);
    while (start > 1 && tokens.get(start - 1).is("+")) {
      start = start(tokens, start - 1);
    }
    return start;
  }

  private static boolean isFunction(Token token) {
    return token.isName() && !token.isAny(NO_FUNCTION);
  }

  private static int opening(List<Token> tokens, int close) {
    int depth = 0;
    for (int i = close; i >= 0; i--) {
      depth += tokens.get(i).is(")") ? 1 : tokens.get(i).is("(") ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    throw new TokenCursor(tokens).unexpected();
  }

  private static int afterCase(List<Token> tokens, int start) {
    int depth = 0;
    for (int i = start; i < tokens.size(); i++) {
      depth += tokens.get(i).is("CASE") ? 1 : tokens.get(i).is("END") ? -1 : 0;
      if (depth == 0) {
        return i + 1;
      }
    }
    return tokens.size();
  }

  private static int startOfCase(List<Token> tokens, int end) {
    int depth = 0;
    for (int i = end; i >= 0; i--) {
      depth += tokens.get(i).is("END") ? 1 : tokens.get(i).is("CASE") ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return 0;
  }
}
