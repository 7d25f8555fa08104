package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code a LIKE b ESCAPE c} as a function, for H2 knows no sets of characters in patterns. */
final class LikePatterns {
  private final List<Token> tokens;
  private final StatementColumns columns;
  private final RewriteContext context;

  private LikePatterns(List<Token> tokens, StatementColumns columns, RewriteContext context) {
    this.tokens = tokens;
    this.columns = columns;
    this.context = context;
  }

  static List<Token> prepared(
      List<Token> tokens, StatementColumns columns, RewriteContext context) {
    List<Token> result = tokens;
    int like = lastLike(result);
    while (like > 0) {
      result = new LikePatterns(result, columns, context).rewritten(like);
      like = lastLike(result);
    }
    return result;
  }

  private static int lastLike(List<Token> tokens) {
    for (int i = tokens.size() - 1; i > 0; i--) {
      if (tokens.get(i).is("LIKE") && !tokens.get(i - 1).is(".")) {
        return i;
      }
    }
    return 0;
  }

  private List<Token> rewritten(int like) {
    Token near = tokens.get(like);
    boolean not = tokens.get(like - 1).is("NOT");
    int leftEnd = not ? like - 1 : like;
    int leftStart = Primary.startOfSum(tokens, leftEnd);
    int rightEnd = Primary.endOfSum(tokens, like + 1);
    boolean escaped = rightEnd < tokens.size() && tokens.get(rightEnd).is("ESCAPE");
    List<Token> left = tokens.subList(leftStart, leftEnd);
    List<Token> right = tokens.subList(like + 1, rightEnd);
    List<Token> result = new ArrayList<>(tokens.subList(0, leftStart));
    if (not) {
      result.add(near.replaced(Token.Kind.WORD, "NOT"));
    }
    result.add(near.replaced(Token.Kind.WORD, "sys"));
    result.add(near.replaced(Token.Kind.SYMBOL, "."));
    result.add(near.replaced(Token.Kind.WORD, "is_like"));
    result.add(near.replaced(Token.Kind.SYMBOL, "("));
    result.addAll(withoutCollation(left));
    result.add(near.replaced(Token.Kind.SYMBOL, ","));
    result.addAll(withoutCollation(right));
    result.add(near.replaced(Token.Kind.SYMBOL, ","));
    result.add(escaped ? tokens.get(rightEnd + 1) : near.replaced(Token.Kind.STRING, ""));
    result.add(near.replaced(Token.Kind.SYMBOL, ","));
    result.add(near.replaced(Token.Kind.STRING, rule(left, right).name()));
    result.add(near.replaced(Token.Kind.SYMBOL, ","));
    result.add(near.replaced(Token.Kind.NUMBER, isSingleByte(left, right) ? "1" : "0"));
    result.add(near.replaced(Token.Kind.SYMBOL, ")"));
    result.addAll(tokens.subList(escaped ? rightEnd + 2 : rightEnd, tokens.size()));
    return result;
  }

  private static List<Token> withoutCollation(List<Token> operand) {
    int size = operand.size();
    boolean collated = size > 2 && operand.get(size - 2).is("COLLATE");
    return collated ? operand.subList(0, size - 2) : operand;
  }

  private Collation.Rule rule(List<Token> left, List<Token> right) {
    for (List<Token> operand : List.of(left, right)) {
      int size = operand.size();
      if (size > 2 && operand.get(size - 2).is("COLLATE")) {
        Collation named = Collation.of(operand.get(size - 1).text());
        return named.isOfDatabase() ? context.rule() : named.rule();
      }
    }
    for (List<Token> operand : List.of(left, right)) {
      Optional<SqlType> type = columns.type(operand);
      if (type.filter(t -> !t.collation().isOfDatabase()).isPresent()) {
        return type.get().collation().rule();
      }
    }
    return context.rule();
  }

  /** True if neither side is Unicode: then trailing blanks of the left side do not count. */
  private boolean isSingleByte(List<Token> left, List<Token> right) {
    return isSingleByte(left) && isSingleByte(right);
  }

  private boolean isSingleByte(List<Token> operand) {
    if (operand.stream().allMatch(t -> t.kind() == Token.Kind.STRING || t.is("+"))) {
      return operand.stream().noneMatch(Token::isUnicodeString);
    }
    SqlTypeName name = columns.type(operand).map(SqlType::name).orElse(SqlTypeName.NVARCHAR);
    return name == SqlTypeName.CHAR || name == SqlTypeName.VARCHAR || name == SqlTypeName.TEXT;
  }
}
