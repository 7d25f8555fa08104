package dev.mssqlcdc.standin.sql;

import java.util.ArrayList;
import java.util.List;

/** {@code x AT TIME ZONE 'name'} as a call of a function with that name and two arguments. */
final class AtTimeZone {
  static final String FUNCTION = "AT TIME ZONE";

  private AtTimeZone() {}

  /** The tokens with calls in the place of the operator. */
  static List<Token> rewritten(List<Token> tokens) {
    List<Token> result = tokens;
    for (int i = 1; i + 3 < result.size(); i++) {
      boolean operator =
          result.get(i).is("AT") && result.get(i + 1).is("TIME") && result.get(i + 2).is("ZONE");
      if (operator) {
        result = call(result, Primary.start(result, i), i, Primary.end(result, i + 3));
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
}
