package dev.mssqlcdc.standin.catalog;

import dev.mssqlcdc.standin.sql.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The expression of a default as SQL Server keeps it: {@code ((5))}, {@code ('x')}. */
final class DefaultText {
  private DefaultText() {}

  static String of(List<Token> declared) {
    List<Token> expression = declared;
    while (isParenthesized(expression)) {
      expression = expression.subList(1, expression.size() - 1);
    }
    Token last = expression.get(expression.size() - 1);
    boolean number = last.kind() == Token.Kind.NUMBER && expression.size() <= 2;
    String text = Token.text(withLowerCaseFunctions(expression));
    return number ? "((" + text + "))" : "(" + text + ")";
  }

  private static boolean isParenthesized(List<Token> tokens) {
    int depth = 0;
    for (int i = 0; i < tokens.size(); i++) {
      depth += tokens.get(i).is("(") ? 1 : tokens.get(i).is(")") ? -1 : 0;
      if (depth == 0) {
        return tokens.size() > 2 && i == tokens.size() - 1;
      }
    }
    return false;
  }

  private static List<Token> withLowerCaseFunctions(List<Token> tokens) {
    List<Token> result = new ArrayList<>(tokens);
    for (int i = 0; i + 1 < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.kind() == Token.Kind.WORD && tokens.get(i + 1).is("(")) {
        String lower = token.text().toLowerCase(Locale.ROOT);
        result.set(i, new Token(token.kind(), lower, token.spaced(), token.start(), token.end()));
      }
    }
    return result;
  }
}
