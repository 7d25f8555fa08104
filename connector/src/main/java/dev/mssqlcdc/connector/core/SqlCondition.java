package dev.mssqlcdc.connector.core;

import java.util.Optional;

/** A condition in SQL that somebody else wrote, to be put between parentheses in a statement. */
public final class SqlCondition {

  private SqlCondition() {}

  /** Why a text would reach beyond the parentheses around it; empty if it does not. */
  public static Optional<String> fault(String text) {
    int depth = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == ';') {
        return Optional.of("it has a semicolon outside of quotes");
      }
      if (text.startsWith("--", at) || text.startsWith("/*", at)) {
        return Optional.of("it has a comment");
      }
      if (c == '\'' || c == '"' || c == '[') {
        at = endOfQuoted(text, at, c == '[' ? ']' : c);
        if (at < 0) {
          return Optional.of("a quote or bracket is not closed");
        }
      }
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth < 0) {
        return Optional.of("a parenthesis is closed that was not opened");
      }
    }
    return depth == 0 ? Optional.empty() : Optional.of("a parenthesis is not closed");
  }

  /** Where the closing character stands that is not doubled; negative if nowhere. */
  private static int endOfQuoted(String text, int open, char close) {
    int at = text.indexOf(close, open + 1);
    while (at >= 0 && at + 1 < text.length() && text.charAt(at + 1) == close) {
      at = text.indexOf(close, at + 2);
    }
    return at;
  }
}
