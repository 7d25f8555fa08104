package dev.mssqlcdc.standin.sql;

import java.util.ArrayList;
import java.util.List;

/** {@code x AT TIME ZONE 'name'} as a call of a function with that name and two arguments. */
final class AtTimeZone {
  static final String FUNCTION = "AT TIME ZONE";

  private static final List<String> BEFORE_PARENTHESIS =
      List.of(
          "SELECT",
          "DISTINCT",
          "WHERE",
          "AND",
          "OR",
          "NOT",
          "ON",
          "BY",
          "CASE",
          "WHEN",
          "THEN",
          "ELSE",
          "IN",
          "BETWEEN",
          "HAVING",
          "VALUES",
          "SET",
          "RETURN");

  private AtTimeZone() {}

  /** The tokens with calls in the place of the operator. */
  static List<Token> rewritten(List<Token> tokens) {
    List<Token> result = tokens;
    for (int i = 1; i + 3 < result.size(); i++) {
      boolean operator =
          result.get(i).is("AT") && result.get(i + 1).is("TIME") && result.get(i + 2).is("ZONE");
      if (operator) {
        result = call(result, operandStart(result, i - 1), i, operandEnd(result, i + 3));
        // the call is two tokens longer than the operator was: what follows it moved by as much
        i += 2;
      }
    }
    return result;
  }

  private static List<Token> call(List<Token> tokens, int start, int operator, int end) {
    List<Token> result = new ArrayList<>(tokens.subList(0, start));
    Token at = tokens.get(operator);
    result.add(new Token(Token.Kind.WORD, FUNCTION, true, at.start(), at.end()));
    result.add(symbol("(", at));
    result.addAll(tokens.subList(start, operator));
    result.add(symbol(",", at));
    result.addAll(tokens.subList(operator + 3, end));
    result.add(symbol(")", at));
    result.addAll(tokens.subList(end, tokens.size()));
    return result;
  }

  private static Token symbol(String text, Token at) {
    return new Token(Token.Kind.SYMBOL, text, false, at.start(), at.end());
  }

  /** The index of the first token of the operand that ends at an index. */
  private static int operandStart(List<Token> tokens, int last) {
    int start = last;
    if (tokens.get(last).is(")")) {
      start = opening(tokens, last);
      boolean called =
          start > 0
              && tokens.get(start - 1).isName()
              && !tokens.get(start - 1).isAny(BEFORE_PARENTHESIS);
      if (!called) {
        return start;
      }
      start--;
    }
    while (start >= 2 && tokens.get(start - 1).is(".") && tokens.get(start - 2).isName()) {
      start -= 2;
    }
    return start;
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

  /** The index after the operand that starts at an index. */
  private static int operandEnd(List<Token> tokens, int first) {
    int end = tokens.get(first).is("(") ? first : first + 1;
    while (end + 1 < tokens.size() && tokens.get(end).is(".") && tokens.get(end + 1).isName()) {
      end += 2;
    }
    boolean called = end < tokens.size() && tokens.get(end).is("(");
    return called ? TokenCursor.closing(tokens, end) + 1 : end;
  }
}
