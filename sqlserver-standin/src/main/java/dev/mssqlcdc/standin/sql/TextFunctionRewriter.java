package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Functions of strings, and those that depend on how many bytes a character takes. */
final class TextFunctionRewriter {
  /** Functions whose text compares as their argument does. */
  static final List<String> OF_THEIR_ARGUMENTS_COLLATION =
      List.of(
          "UPPER",
          "LOWER",
          "LTRIM",
          "RTRIM",
          "TRIM",
          "SUBSTRING",
          "LEFT",
          "RIGHT",
          "REPLACE",
          "STUFF",
          "REVERSE",
          "CONCAT");

  private final Rewriter out;

  TextFunctionRewriter(Rewriter out) {
    this.out = out;
  }

  /** True if the call gives text that compares otherwise than the database's collation has it. */
  boolean comparesOtherwise(Token name, List<Token> inner) {
    return name.isAny(OF_THEIR_ARGUMENTS_COLLATION)
        && TokenCursor.split(inner).stream()
            .flatMap(argument -> out.columns().type(argument).stream())
            .anyMatch(type -> type.collation().equatesOtherwise());
  }

  /** Functions that find equal characters, by the collation of their arguments. */
  void comparing(Token name, List<Token> inner) {
    Collation.Rule rule =
        TokenCursor.split(inner).stream()
            .flatMap(argument -> out.columns().type(argument).stream())
            .filter(type -> !type.collation().isOfDatabase())
            .map(type -> type.collation().rule())
            .findFirst()
            .orElse(out.context().rule());
    out.raw(" sys.text_" + name.text().toLowerCase(Locale.ROOT) + "(");
    out.raw(H2Types.literal(rule.name()) + ", ");
    out.emit(inner);
    out.raw(")");
  }

  /** CONCAT and CONCAT_WS: their arguments become text as in a cast. */
  void concat(Token name, List<Token> inner) {
    out.raw(" " + name.text() + "(");
    boolean first = true;
    for (List<Token> argument : TokenCursor.split(inner)) {
      out.raw(first ? "" : ", ");
      first = false;
      boolean constant = argument.size() == 1 && argument.get(0).kind() == Token.Kind.STRING;
      if (constant) {
        out.emit(argument);
      } else {
        new ConversionRewriter(out).text(argument, -1);
      }
    }
    out.raw(")");
  }

  /** DATALENGTH: the bytes of a value, which its declared type decides. */
  void dataLength(List<Token> inner) {
    SqlType type = type(inner).orElseThrow(() -> unknown("DATALENGTH"));
    switch (type.name()) {
      case NVARCHAR, NCHAR, NTEXT -> length("2 * CHAR_LENGTH", inner);
      case VARCHAR, CHAR, TEXT -> length("CHAR_LENGTH", inner);
      case BINARY, VARBINARY, IMAGE, ROWVERSION -> length("OCTET_LENGTH", inner);
      default -> throw SqlError.notSupported("DATALENGTH of this type", type.name().sqlName());
    }
  }

  private void length(String function, List<Token> inner) {
    out.raw(" CAST(" + function + "(");
    out.emit(inner);
    out.raw(") AS INTEGER)");
  }

  /** HASHBYTES: of the bytes that the declared type makes of a text. */
  void hashBytes(List<Token> inner) {
    List<List<Token>> arguments = TokenCursor.split(inner);
    SqlType type = type(arguments.get(1)).orElseThrow(() -> unknown("HASHBYTES"));
    out.raw(" sys.hash_bytes(");
    out.emit(arguments.get(0));
    out.raw(", sys.as_bytes(");
    out.emit(arguments.get(1));
    out.raw(", " + H2Types.literal(type.name().name()) + "))");
  }

  private Optional<SqlType> type(List<Token> operand) {
    if (operand.stream().allMatch(token -> token.kind() == Token.Kind.STRING)) {
      boolean unicode = operand.get(0).isUnicodeString();
      return Optional.of(SqlType.of(unicode ? SqlTypeName.NVARCHAR : SqlTypeName.VARCHAR));
    }
    return operand.get(0).kind() == Token.Kind.BINARY
        ? Optional.of(SqlType.of(SqlTypeName.VARBINARY))
        : out.columns().type(operand);
  }

  private static SqlError unknown(String function) {
    return SqlError.notSupported(
        function + " of an expression whose type is not declared", function);
  }

  /** CHOOSE as a CASE. */
  void choose(List<Token> inner) {
    List<List<Token>> arguments = TokenCursor.split(inner);
    out.raw(" CASE ");
    out.emit(arguments.get(0));
    for (int i = 1; i < arguments.size(); i++) {
      out.raw(" WHEN " + i + " THEN ");
      out.emit(arguments.get(i));
    }
    out.raw(" END");
  }
}
