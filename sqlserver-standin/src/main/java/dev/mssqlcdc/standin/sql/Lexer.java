package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts T-SQL into tokens. */
public final class Lexer {
  private static final String WORD_SYMBOLS = "_$#@";

  private final String sql;
  private final List<Token> tokens = new ArrayList<>();
  private int position;
  private boolean spaced;

  private Lexer(String sql) {
    this.sql = sql;
  }

  /**
   * Returns the tokens of a batch, comments and white space left out.
   *
   * @throws SqlError 105 for an unclosed quotation mark, 113 for an unclosed comment
   */
  public static List<Token> tokens(String sql) {
    Lexer lexer = new Lexer(sql);
    while (lexer.position < sql.length()) {
      lexer.next();
    }
    return lexer.tokens;
  }

  private void next() {
    char c = sql.charAt(position);
    if (Character.isWhitespace(c)) {
      position++;
      spaced = true;
    } else if (sql.startsWith("--", position)) {
      int end = sql.indexOf('\n', position);
      position = end < 0 ? sql.length() : end;
      spaced = true;
    } else if (sql.startsWith("/*", position)) {
      comment();
    } else if (c == '\'') {
      quoted(Kind.STRING, position, '\'');
    } else if ((c == 'N' || c == 'n') && at(position + 1) == '\'') {
      position++;
      quoted(Kind.STRING, position - 1, '\'');
    } else if (c == '[') {
      quoted(Kind.QUOTED, position, ']');
    } else if (c == '"') {
      quoted(Kind.QUOTED, position, '"');
    } else if (c == '@') {
      word(Kind.VARIABLE);
    } else if (Character.isLetter(c) || c == '_' || c == '#') {
      word(Kind.WORD);
    } else if (c == '0' && (at(position + 1) | 0x20) == 'x') {
      binary();
    } else if (Character.isDigit(c) || (c == '.' && Character.isDigit(at(position + 1)))) {
      number();
    } else {
      symbol(c);
    }
  }

  private char at(int index) {
    return index < sql.length() ? sql.charAt(index) : 0;
  }

  private void add(Kind kind, String text, int start) {
    tokens.add(new Token(kind, text, spaced, start, position));
    spaced = false;
  }

  private void comment() {
    int depth = 0;
    do {
      if (position >= sql.length()) {
        throw new SqlError(113, 15, "Missing end comment mark '*/'.");
      }
      if (sql.startsWith("/*", position)) {
        depth++;
        position += 2;
      } else if (sql.startsWith("*/", position)) {
        depth--;
        position += 2;
      } else {
        position++;
      }
    } while (depth > 0);
    spaced = true;
  }

  private void quoted(Kind kind, int start, char close) {
    StringBuilder text = new StringBuilder();
    position++;
    while (position < sql.length()) {
      char c = sql.charAt(position++);
      if (c != close) {
        text.append(c);
      } else if (at(position) == close) {
        text.append(c);
        position++;
      } else {
        add(kind, text.toString(), start);
        return;
      }
    }
    throw new SqlError(
        105, 15, "Unclosed quotation mark after the character string '" + text + "'.");
  }

  private void word(Kind kind) {
    int start = position++;
    while (Character.isLetterOrDigit(at(position)) || WORD_SYMBOLS.indexOf(at(position)) >= 0) {
      position++;
    }
    add(kind, sql.substring(start, position), start);
  }

  private void binary() {
    int start = position;
    position += 2;
    while (Character.digit(at(position), 16) >= 0) {
      position++;
    }
    String digits = sql.substring(start + 2, position);
    add(Kind.BINARY, digits.length() % 2 == 0 ? digits : "0" + digits, start);
  }

  private void number() {
    int start = position;
    while (Character.isDigit(at(position)) || at(position) == '.') {
      position++;
    }
    if ((at(position) | 0x20) == 'e') {
      int exponent = position + (at(position + 1) == '-' || at(position + 1) == '+' ? 2 : 1);
      if (Character.isDigit(at(exponent))) {
        position = exponent;
        while (Character.isDigit(at(position))) {
          position++;
        }
      }
    }
    add(Kind.NUMBER, sql.substring(start, position), start);
  }

  private void symbol(char c) {
    int start = position++;
    boolean comparison = "<>!".indexOf(c) >= 0 && "=<>".indexOf(at(position)) >= 0;
    boolean assignment = "+-*/%".indexOf(c) >= 0 && at(position) == '=';
    if ((comparison || assignment) && at(position) != 0) {
      position++;
    }
    add(Kind.SYMBOL, sql.substring(start, position), start);
  }
}
