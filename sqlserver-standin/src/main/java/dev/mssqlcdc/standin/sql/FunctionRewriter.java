package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Calls whose name, arguments or meaning differ between T-SQL and H2. */
final class FunctionRewriter {
  private static final Map<String, String> CONSTANTS =
      Map.of(
          "CURRENT_TIMESTAMP", "sys.local_datetime()",
          "SYSTEM_USER", "SUSER_SNAME()",
          "CURRENT_USER", "USER_NAME()",
          "SESSION_USER", "USER_NAME()");

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
    if (new TextFunctionRewriter(out).comparesOtherwise(token, inner)) {
      out.raw(" CAST(");
      if (!call(token, inner)) {
        renamed(token.text(), inner);
      }
      out.raw(" AS VARCHAR_IGNORECASE)");
      return close + 1;
    }
    return call(token, inner) ? close + 1 : i;
  }

  private boolean call(Token name, List<Token> inner) {
    switch (name.text().toUpperCase(Locale.ROOT)) {
      case "CAST", "TRY_CAST" -> new ConversionRewriter(out).cast(name, inner);
      case "CONVERT", "TRY_CONVERT" -> new ConversionRewriter(out).convert(name, inner);
      case "IIF" -> renamed("CASEWHEN", inner);
      case "COUNT_BIG" -> renamed("COUNT", inner);
      case "REPLICATE" -> renamed("REPEAT", inner);
      case AtTimeZone.FUNCTION -> renamed("sys.at_time_zone", inner);
      case "GETDATE" -> renamed("sys.local_datetime", inner);
      case "DATEPART" -> new DateFunctions(out).datePart(inner);
      case "DATENAME" -> new DateFunctions(out).dateName(inner);
      case "DATEDIFF" -> new DateFunctions(out).dateDiff(inner);
      case "STRING_AGG" -> renamed("LISTAGG", inner);
      case "DATALENGTH" -> new TextFunctionRewriter(out).dataLength(inner);
      case "HASHBYTES" -> new TextFunctionRewriter(out).hashBytes(inner);
      case "CHOOSE" -> new TextFunctionRewriter(out).choose(inner);
      case "CONCAT", "CONCAT_WS" -> new TextFunctionRewriter(out).concat(name, inner);
      case "STRING_SPLIT" -> renamed("sys.string_split", inner);
      case "REVERSE" -> renamed("sys.text_reverse", inner);
      case "ERROR_NUMBER", "ERROR_SEVERITY", "ERROR_STATE", "ERROR_LINE" -> state(name, "INTEGER");
      case "ERROR_MESSAGE", "ERROR_PROCEDURE" -> state(name, "VARCHAR(4000)");
      case "XACT_STATE" -> state(name, "SMALLINT");
      case "OBJECT_ID" -> {
        return objectId(inner);
      }
      case "GENERATE_SERIES" -> generateSeries(inner);
      case "LEN" -> renamed("sys.text_length", inner);
      case "CHARINDEX", "PATINDEX", "REPLACE" ->
          new TextFunctionRewriter(out).comparing(name, inner);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** The id of a temporary table, which is in no catalog. */
  private boolean objectId(List<Token> inner) {
    Token name = inner.isEmpty() ? null : inner.get(0);
    int at = name == null || name.kind() != Token.Kind.STRING ? -1 : name.text().indexOf('#');
    if (at < 0) {
      return false;
    }
    out.raw(" CAST(");
    out.parameter("@@OBJECT_ID " + name.text().substring(at).replace("]", ""));
    out.raw(" AS INTEGER)");
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
}
