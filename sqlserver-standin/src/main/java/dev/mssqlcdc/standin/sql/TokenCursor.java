package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.ArrayList;
import java.util.List;

/** A reading position in a list of tokens. */
public final class TokenCursor {
  private final List<Token> tokens;
  private int position;

  public TokenCursor(List<Token> tokens) {
    this.tokens = tokens;
  }

  public boolean hasMore() {
    return position < tokens.size();
  }

  public int position() {
    return position;
  }

  public void moveTo(int index) {
    position = index;
  }

  /** The tokens from an index up to the reading position. */
  public List<Token> since(int start) {
    return tokens.subList(start, position);
  }

  /** True if the words stand here, one after the other. */
  public boolean at(String... words) {
    for (int i = 0; i < words.length; i++) {
      if (position + i >= tokens.size() || !tokens.get(position + i).is(words[i])) {
        return false;
      }
    }
    return true;
  }

  /** Steps over the words if they stand here. */
  public boolean accept(String... words) {
    if (!at(words)) {
      return false;
    }
    position += words.length;
    return true;
  }

  public void expect(String word) {
    if (!accept(word)) {
      throw unexpected();
    }
  }

  public Token peek() {
    if (!hasMore()) {
      throw unexpected();
    }
    return tokens.get(position);
  }

  /** The token {@code offset} places from here, or null beyond the ends. */
  public Token look(int offset) {
    int index = position + offset;
    return index >= 0 && index < tokens.size() ? tokens.get(index) : null;
  }

  public Token next() {
    Token token = peek();
    position++;
    return token;
  }

  /** The next token, which must be an identifier. */
  public String name() {
    if (!hasMore() || !peek().isName()) {
      throw unexpected();
    }
    return next().text();
  }

  /** A name of one to four parts; an omitted part is empty. */
  public List<String> qualifiedName() {
    List<String> parts = new ArrayList<>();
    parts.add(name());
    while (accept(".")) {
      parts.add(at(".") ? "" : name());
    }
    return parts;
  }

  /** The text between the parenthesis here and its partner, both stepped over. */
  public List<Token> parenthesized() {
    expect("(");
    int start = position;
    position = closing(tokens, start - 1);
    List<Token> inner = tokens.subList(start, position);
    position++;
    return inner;
  }

  /** The index of the parenthesis that closes the one at {@code open}. */
  static int closing(List<Token> tokens, int open) {
    int depth = 0;
    for (int i = open; i < tokens.size(); i++) {
      if (tokens.get(i).is("(")) {
        depth++;
      } else if (tokens.get(i).is(")") && --depth == 0) {
        return i;
      }
    }
    throw syntaxError(")");
  }

  /** Cuts a list at its commas outside of parentheses. */
  public static List<List<Token>> split(List<Token> tokens) {
    List<List<Token>> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.is("(")) {
        depth++;
      } else if (token.is(")")) {
        depth--;
      } else if (depth == 0 && token.is(",")) {
        parts.add(tokens.subList(start, i));
        start = i + 1;
      }
    }
    if (start < tokens.size()) {
      parts.add(tokens.subList(start, tokens.size()));
    }
    return parts;
  }

  /** The complaint about what stands here. */
  public SqlError unexpected() {
    if (hasMore()) {
      return syntaxError(tokens.get(position).text());
    }
    return syntaxError(tokens.isEmpty() ? "" : tokens.get(tokens.size() - 1).text());
  }

  private static SqlError syntaxError(String near) {
    return new SqlError(102, 15, "Incorrect syntax near '" + near + "'.");
  }
}
