package dev.mssqlcdc.standin.sql;

import java.util.List;

/**
 * A token of T-SQL.
 *
 * @param text the word, the unquoted identifier or string, the variable with its {@code @}, hex
 *     digits of a binary literal, or the symbol
 * @param spaced true if white space precedes it
 * @param start offset of the first character in the batch
 * @param end offset after the last character
 */
public record Token(Kind kind, String text, boolean spaced, int start, int end) {
  /** What a token is. */
  public enum Kind {
    WORD,
    QUOTED,
    VARIABLE,
    STRING,
    NUMBER,
    BINARY,
    SYMBOL
  }

  /** True for this keyword or symbol; quoted identifiers are never keywords. */
  public boolean is(String word) {
    return (kind == Kind.WORD || kind == Kind.SYMBOL) && text.equalsIgnoreCase(word);
  }

  public boolean isAny(String... words) {
    for (String word : words) {
      if (is(word)) {
        return true;
      }
    }
    return false;
  }

  public boolean isAny(List<String> words) {
    return words.stream().anyMatch(this::is);
  }

  public boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED;
  }

  public boolean isName(String name) {
    return isName() && text.equalsIgnoreCase(name);
  }

  public boolean isVariable() {
    return kind == Kind.VARIABLE;
  }

  /** Another token at the same place of the batch. */
  public Token replaced(Kind newKind, String newText) {
    return new Token(newKind, newText, true, start, end);
  }

  /** True for a string constant that N makes a Unicode one. */
  boolean isUnicodeString() {
    long doubled = text.chars().filter(c -> c == '\'').count();
    return kind == Kind.STRING && end - start > text.length() + doubled + 2;
  }

  /** T-SQL of the same meaning as the tokens, with quotation marks where they belong. */
  public static String text(List<Token> tokens) {
    StringBuilder text = new StringBuilder();
    for (Token token : tokens) {
      text.append(token.spaced() && !text.isEmpty() ? " " : "").append(token.quoted());
    }
    return text.toString();
  }

  private String quoted() {
    return switch (kind) {
      case QUOTED -> "[" + text.replace("]", "]]") + "]";
      case STRING -> (isUnicodeString() ? "N'" : "'") + text.replace("'", "''") + "'";
      case BINARY -> "0x" + text;
      default -> text;
    };
  }
}
