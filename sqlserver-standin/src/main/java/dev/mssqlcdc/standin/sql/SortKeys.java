package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Puts {@code sys.sort_key(...)} around operands that H2 would sort otherwise than SQL Server:
 * uniqueidentifier, and strings of a collation that the storage does not sort by. That is in ORDER
 * BY, comparisons, BETWEEN, MIN and MAX. The same is done in {@code =}, {@code <>} and IN to
 * strings of which the storage would find others equal.
 */
final class SortKeys {
  /** What compares two operands. */
  static final List<String> COMPARISONS =
      List.of("=", "<>", "!=", "<", ">", "<=", ">=", "!<", "!>");

  private static final String[] ORDER_ENDS = {
    "OFFSET", "FOR", "OPTION", "ROWS", "RANGE", ";", "UNION", "SELECT"
  };

  private final List<Token> tokens;
  private final StatementColumns columns;
  private final List<Token> out = new ArrayList<>();

  private SortKeys(List<Token> tokens, StatementColumns columns) {
    this.tokens = tokens;
    this.columns = columns;
  }

  static List<Token> prepared(List<Token> tokens, StatementColumns columns) {
    boolean collates = tokens.stream().anyMatch(token -> token.is("COLLATE"));
    boolean variables = tokens.stream().filter(Token::isVariable).count() > 1;
    if (!collates && !variables && !columns.any(SqlType::sortsByKey)) {
      return tokens;
    }
    SortKeys keys = new SortKeys(tokens, columns);
    keys.all(0, tokens.size());
    return keys.out;
  }

  private void all(int start, int end) {
    int i = start;
    while (i < end) {
      i = one(i, end);
    }
  }

  private int one(int i, int end) {
    Token token = tokens.get(i);
    if (token.is("ORDER") && i + 1 < end && tokens.get(i + 1).is("BY")) {
      out.addAll(tokens.subList(i, i + 2));
      return orderBy(i + 2, end);
    }
    if (token.isAny("MIN", "MAX") && i + 1 < end && tokens.get(i + 1).is("(")) {
      return extreme(i);
    }
    if (startsOperand(i)) {
      int next = comparison(i, end);
      if (next > i) {
        return next;
      }
    }
    out.add(token);
    return i + 1;
  }

  private boolean startsOperand(int i) {
    Token token = tokens.get(i);
    boolean operand =
        token.isName() || token.isVariable() || token.is("(") || token.kind() == Token.Kind.STRING;
    return operand && (i == 0 || !tokens.get(i - 1).isAny(".", "AS"));
  }

  private int comparison(int i, int end) {
    int operator = Primary.endWithCollation(tokens, i);
    if (operator >= end) {
      return i;
    }
    if (tokens.get(operator).isAny("<", ">", "<=", ">=", "!<", "!>")) {
      return pair(i, operator, SqlType::sortsByKey);
    }
    if (tokens.get(operator).isAny("=", "<>", "!=")) {
      return assigns(i) ? i : pair(i, operator, SqlType::equatesByKey);
    }
    int word = tokens.get(operator).is("NOT") ? operator + 1 : operator;
    if (word + 1 < end && tokens.get(word).is("IN") && tokens.get(word + 1).is("(")) {
      return oneOf(i, operator, word + 1);
    }
    return word < end && tokens.get(word).is("BETWEEN") ? between(i, operator, word, end) : i;
  }

  /** True where what follows is no condition: {@code SET a = 1, b = 2} and {@code SELECT a = 1}. */
  private boolean assigns(int i) {
    return i == 0 || tokens.get(i - 1).isAny("SET", "SELECT", ",");
  }

  private int oneOf(int start, int operator, int open) {
    int close = TokenCursor.closing(tokens, open);
    List<Token> listed = range(open + 1, close);
    List<Token> operand = range(start, operator);
    Optional<SqlType> type = keyType(List.of(operand), SqlType::equatesByKey);
    if (type.isEmpty() || listed.get(0).is("SELECT")) {
      return start;
    }
    wrapped(type.get(), start, operator);
    out.addAll(range(operator, open + 1));
    int at = open + 1;
    for (List<Token> item : TokenCursor.split(listed)) {
      wrapped(type.get(), at, at + item.size());
      at += item.size();
      out.add(tokens.get(at++));
    }
    return close + 1;
  }

  private int between(int i, int operator, int between, int end) {
    int and = Primary.endOfSum(tokens, between + 1);
    int after = and >= end ? and : Primary.endOfSum(tokens, and + 1);
    Optional<SqlType> type =
        keyType(
            List.of(range(i, operator), range(between + 1, and), range(and + 1, after)),
            SqlType::sortsByKey);
    if (type.isEmpty()) {
      return i;
    }
    wrapped(type.get(), i, operator);
    out.addAll(range(operator, between + 1));
    wrapped(type.get(), between + 1, and);
    out.addAll(range(and, and + 1));
    wrapped(type.get(), and + 1, after);
    return after;
  }

  private int pair(int start, int operator, Predicate<SqlType> byKey) {
    int after = Primary.endOfSum(tokens, operator + 1);
    Optional<SqlType> type =
        keyType(List.of(range(start, operator), range(operator + 1, after)), byKey);
    if (type.isEmpty()) {
      return start;
    }
    if (start > 0 && tokens.get(start - 1).is("+")) {
      throw SqlError.notSupported("comparing a sum over this type", text(start, after));
    }
    if (tokens.get(operator + 1).isAny("ALL", "ANY", "SOME")) {
      throw SqlError.notSupported("comparing this type with ALL, ANY or SOME", text(start, after));
    }
    wrapped(type.get(), start, operator);
    out.add(tokens.get(operator));
    wrapped(type.get(), operator + 1, after);
    return after;
  }

  private List<Token> range(int start, int end) {
    return tokens.subList(start, end);
  }

  /** Whose key is compared, if any: a written COLLATE goes before the collation of a column. */
  private Optional<SqlType> keyType(List<List<Token>> operands, Predicate<SqlType> byKey) {
    List<SqlType> types = types(operands);
    Optional<SqlType> written =
        types(operands.stream().filter(SortKeys::isCollated).toList()).stream().findFirst();
    if (written
        .filter(type -> types.stream().anyMatch(other -> differs(type, other)))
        .isPresent()) {
      return written;
    }
    return types.stream().filter(byKey).findFirst().map(written::orElse);
  }

  private List<SqlType> types(List<List<Token>> operands) {
    return operands.stream().flatMap(operand -> columns.type(operand).stream()).toList();
  }

  /** H2 has a type for each of its two rules, and would compare by the one that it prefers. */
  private static boolean differs(SqlType type, SqlType other) {
    return type.collation().equatesOtherwise() != other.collation().equatesOtherwise();
  }

  private static boolean isCollated(List<Token> operand) {
    boolean cast = operand.size() > 3 && operand.get(0).isAny("CAST", "TRY_CAST");
    return isCollated(operand, operand.size())
        || (cast && isCollated(operand, Primary.endWithCollation(operand, 2)));
  }

  private static boolean isCollated(List<Token> operand, int end) {
    return end > 2 && operand.get(end - 2).is("COLLATE");
  }

  private int orderBy(int start, int end) {
    int i = start;
    int item = start;
    int depth = 0;
    while (i < end && depth >= 0) {
      Token token = tokens.get(i);
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      boolean ends = depth < 0 || (depth == 0 && token.isAny(ORDER_ENDS));
      if (ends || (depth == 0 && token.is(","))) {
        orderItem(item, i);
        item = i;
        if (ends) {
          return i;
        }
        out.add(token);
        item = i + 1;
      }
      i++;
    }
    orderItem(item, end);
    return end;
  }

  private void orderItem(int start, int end) {
    int last = end > start && tokens.get(end - 1).isAny("ASC", "DESC") ? end - 1 : end;
    boolean ordinal = last - start == 1 && tokens.get(start).kind() == Token.Kind.NUMBER;
    if (ordinal && columns.any(SqlType::sortsByKey)) {
      throw SqlError.notSupported(
          "ORDER BY an ordinal with a table that has a uniqueidentifier or another collation",
          text(start, end));
    }
    boolean operand = last > start && Primary.endWithCollation(tokens, start) == last;
    Optional<SqlType> type = operand ? columns.type(range(start, last)) : Optional.empty();
    if (type.filter(SqlType::sortsByKey).isPresent()) {
      wrapped(type.get(), start, last);
      out.addAll(range(last, end));
    } else {
      all(start, end);
    }
  }

  private int extreme(int i) {
    int close = TokenCursor.closing(tokens, i + 1);
    Optional<SqlType> type = columns.type(range(i + 2, close)).filter(SqlType::sortsByKey);
    if (type.isEmpty()) {
      out.add(tokens.get(i));
      return i + 1;
    }
    if (type.get().name() != SqlTypeName.UNIQUEIDENTIFIER) {
      throw SqlError.notSupported("MIN or MAX by this collation", text(i, close + 1));
    }
    call("guid_of_key", i);
    out.add(tokens.get(i));
    out.add(tokens.get(i + 1));
    wrapped(type.get(), i + 2, close);
    out.add(tokens.get(close));
    out.add(tokens.get(close));
    return close + 1;
  }

  private void wrapped(SqlType type, int start, int end) {
    boolean guid = type.name() == SqlTypeName.UNIQUEIDENTIFIER;
    Token near = tokens.get(start);
    call(guid ? "guid_key" : "sort_key", start);
    out.addAll(range(start, end));
    if (!guid) {
      out.add(near.replaced(Token.Kind.SYMBOL, ","));
      out.add(near.replaced(Token.Kind.STRING, type.collation().rule().name()));
    }
    out.add(near.replaced(Token.Kind.SYMBOL, ")"));
  }

  private void call(String function, int place) {
    Token near = tokens.get(place);
    out.add(near.replaced(Token.Kind.WORD, "sys"));
    out.add(near.replaced(Token.Kind.SYMBOL, "."));
    out.add(near.replaced(Token.Kind.WORD, function));
    out.add(near.replaced(Token.Kind.SYMBOL, "("));
  }

  private String text(int start, int end) {
    StringBuilder text = new StringBuilder();
    range(start, end).forEach(token -> text.append(token.text()).append(' '));
    return text.toString().strip();
  }
}
