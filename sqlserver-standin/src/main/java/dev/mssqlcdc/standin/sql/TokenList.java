package dev.mssqlcdc.standin.sql;

import java.util.ArrayList;
import java.util.List;

/** Puts a statement together from pieces of another and from words of its own. */
final class TokenList {
  private final List<Token> tokens = new ArrayList<>();

  /** Adds T-SQL, or what H2 has beyond it. */
  TokenList sql(String text) {
    return all(Lexer.tokens(text));
  }

  TokenList all(List<Token> piece) {
    for (int i = 0; i < piece.size(); i++) {
      Token token = piece.get(i);
      tokens.add(
          i > 0 || token.spaced()
              ? token
              : new Token(token.kind(), token.text(), true, token.start(), token.end()));
    }
    return this;
  }

  List<Token> tokens() {
    return tokens;
  }
}
