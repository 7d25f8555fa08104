package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Calls whose name, arguments or meaning differ between T-SQL and H2. */
final class FunctionRewriter {
  private static final int CAST_LENGTH = 30;
  private static final Map<String, String> CONSTANTS =
      Map.of(
          "CURRENT_TIMESTAMP", "sys.local_datetime()",
          "SYSTEM_USER", "SUSER_SNAME()",
          "CURRENT_USER", "USER_NAME()",
          "SESSION_USER", "USER_NAME()");
  private static final Map<String, String> DATE_PARTS = dateParts();
  private final Rewriter out;
  private final List<Token> tokens;

  private FunctionRewriter(Rewriter out, List<Token> tokens) {
    this.out = out;
    this.tokens = tokens;
  }

  /** Emits the call at an index; returns the index after it, or the same if no rule applies. */
  static int rewrite(Rewriter out, List<Token> tokens, int i) {
    return new FunctionRewriter(out, tokens).at(i);
  }

  private int at(int i) {
    Token token = tokens.get(i);
    String constant = CONSTANTS.get(token.text().toUpperCase(Locale.ROOT));
    if (constant != null && token.kind() == Token.Kind.WORD) {
      out.raw(" " + constant);
      return i + 1;
    }
    int change = ChangeFunctions.rewrite(out, tokens, i);
    if (change > i) {
      return change;
    }
    if (i + 1 >= tokens.size() || !tokens.get(i + 1).is("(")) {
      return i;
    }
    int close = TokenCursor.closing(tokens, i + 1);
    List<Token> inner = tokens.subList(i + 2, close);
    return call(token, inner) ? close + 1 : i;
  }

  private boolean call(Token name, List<Token> inner) {
    switch (name.text().toUpperCase(Locale.ROOT)) {
      case "CAST", "TRY_CAST" -> cast(name, inner);
      case "CONVERT", "TRY_CONVERT" -> convert(name, inner);
      case "IIF" -> renamed("CASEWHEN", inner);
      case "COUNT_BIG" -> renamed("COUNT", inner);
      case "REPLICATE" -> renamed("REPEAT", inner);
      case AtTimeZone.FUNCTION -> renamed("sys.at_time_zone", inner);
      case "GETDATE" -> renamed("sys.local_datetime", inner);
      case "DATEPART" -> datePart(inner);
      case "ERROR_NUMBER", "ERROR_SEVERITY", "ERROR_STATE", "ERROR_LINE" -> state(name, "INTEGER");
      case "ERROR_MESSAGE", "ERROR_PROCEDURE" -> state(name, "VARCHAR(4000)");
      case "XACT_STATE" -> state(name, "SMALLINT");
      case "GENERATE_SERIES" -> generateSeries(inner);
      case "LEN" -> renamed("sys.text_length", inner);
      case "CHARINDEX", "PATINDEX", "REPLACE" -> comparing(name, inner);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** A function that tells of the session. */
  private void state(Token name, String type) {
    out.raw(" CAST(");
    out.parameter("@@" + name.text().toUpperCase(Locale.ROOT) + "()");
    out.raw(" AS " + type + ")");
  }

  private void renamed(String name, List<Token> inner) {
    out.raw(" " + name + "(");
    out.emit(inner);
    out.raw(")");
  }

  /** Functions that find equal characters, by the collation of their arguments. */
  private void comparing(Token name, List<Token> inner) {
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

  private void cast(Token name, List<Token> inner) {
    int as = lastTopLevel(inner, "AS");
    if (as < 0 || name.is("TRY_CAST")) {
      throw SqlError.notSupported(name.text(), name.text());
    }
    castTo(inner.subList(0, as), castType(inner.subList(as + 1, inner.size())));
  }

  /** A string or binary type without a length means 30 in a cast, not 1. */
  private static SqlType castType(List<Token> declared) {
    SqlType type = TypeParser.parse(new TokenCursor(declared));
    boolean sized = declared.stream().anyMatch(token -> token.is("("));
    return type.length() == 1 && !sized ? SqlType.sized(type.name(), CAST_LENGTH) : type;
  }

  private void castTo(List<Token> expression, SqlType type) {
    out.raw(" CAST(");
    out.emit(expression);
    out.raw(" AS " + H2Types.of(type) + ")");
  }

  private static boolean isString(SqlType type) {
    return switch (type.name()) {
      case CHAR, VARCHAR, NCHAR, NVARCHAR -> true;
      default -> false;
    };
  }

  /** CONVERT(type, expression, style): styles 1 and 2 of binary only. */
  private void convert(Token name, List<Token> inner) {
    List<List<Token>> arguments = TokenCursor.split(inner);
    if (arguments.size() < 2 || name.is("TRY_CONVERT")) {
      throw SqlError.notSupported(name.text(), name.text());
    }
    SqlType type = castType(arguments.get(0));
    if (arguments.size() == 2) {
      castTo(arguments.get(1), type);
      return;
    }
    String style = arguments.get(2).get(0).text();
    boolean toBinary = type.name() == SqlTypeName.BINARY || type.name() == SqlTypeName.VARBINARY;
    boolean hex = style.equals("1") || style.equals("2");
    if (!hex || (!toBinary && !isString(type))) {
      throw SqlError.notSupported("CONVERT with style " + style, name.text());
    }
    out.raw(" CAST(sys." + (toBinary ? "hex_to_binary" : "binary_to_hex") + "(");
    out.emit(arguments.get(1));
    out.raw(", " + style + ") AS " + H2Types.of(type) + ")");
  }

  private void datePart(List<Token> inner) {
    List<List<Token>> arguments = TokenCursor.split(inner);
    String part = arguments.get(0).get(0).text().toUpperCase(Locale.ROOT);
    if (arguments.size() != 2) {
      throw SqlError.notSupported("this DATEPART", "DATEPART");
    }
    if (part.equals("TZOFFSET") || part.equals("TZ")) {
      extract("(", "TIMEZONE_HOUR", arguments.get(1));
      extract(" * 60 + ", "TIMEZONE_MINUTE", arguments.get(1));
      out.raw(")");
      return;
    }
    String field = DATE_PARTS.get(part);
    if (field == null) {
      throw SqlError.notSupported("DATEPART(" + part + ")", "DATEPART");
    }
    extract("", field, arguments.get(1));
  }

  private void extract(String before, String field, List<Token> from) {
    out.raw(before + " EXTRACT(" + field + " FROM ");
    out.emit(from);
    out.raw(")");
  }

  private void generateSeries(List<Token> inner) {
    List<List<Token>> arguments = TokenCursor.split(inner);
    if (arguments.size() != 2) {
      throw SqlError.notSupported("GENERATE_SERIES with a step", "GENERATE_SERIES");
    }
    out.raw(" (SELECT X AS \"value\" FROM SYSTEM_RANGE(");
    out.emit(arguments.get(0));
    out.raw(", ");
    out.emit(arguments.get(1));
    out.raw("))");
  }

  private static Map<String, String> dateParts() {
    Map<String, String> parts = new HashMap<>();
    List.of("YEAR", "YYYY", "YY").forEach(name -> parts.put(name, "YEAR"));
    List.of("QUARTER", "QQ", "Q").forEach(name -> parts.put(name, "QUARTER"));
    List.of("MONTH", "MM", "M").forEach(name -> parts.put(name, "MONTH"));
    List.of("DAY", "DD", "D").forEach(name -> parts.put(name, "DAY"));
    List.of("DAYOFYEAR", "DY", "Y").forEach(name -> parts.put(name, "DAY_OF_YEAR"));
    List.of("HOUR", "HH").forEach(name -> parts.put(name, "HOUR"));
    List.of("MINUTE", "MI", "N").forEach(name -> parts.put(name, "MINUTE"));
    List.of("SECOND", "SS", "S").forEach(name -> parts.put(name, "SECOND"));
    List.of("MILLISECOND", "MS").forEach(name -> parts.put(name, "MILLISECOND"));
    List.of("MICROSECOND", "MCS").forEach(name -> parts.put(name, "MICROSECOND"));
    List.of("NANOSECOND", "NS").forEach(name -> parts.put(name, "NANOSECOND"));
    return Map.copyOf(parts);
  }

  private static int lastTopLevel(List<Token> list, String word) {
    int depth = 0;
    int found = -1;
    for (int i = 0; i < list.size(); i++) {
      Token token = list.get(i);
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (depth == 0 && token.is(word)) {
        found = i;
      }
    }
    return found;
  }
}
