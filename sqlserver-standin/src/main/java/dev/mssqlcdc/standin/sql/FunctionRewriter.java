package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Calls whose name, arguments or meaning differ between T-SQL and H2. */
final class FunctionRewriter {
  private static final String ALL_CHANGES = "fn_cdc_get_all_changes_";
  private static final Map<String, String> CONSTANTS =
      Map.of(
          "CURRENT_TIMESTAMP", "sys.local_datetime()",
          "SYSTEM_USER", "SUSER_SNAME()",
          "CURRENT_USER", "'dbo'",
          "SESSION_USER", "'dbo'");
  private static final List<String> CLAUSES =
      List.of("WHERE", "ORDER", "INNER", "LEFT", "JOIN", "ON", "GROUP", "UNION", "CROSS", "RIGHT");

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
    if (token.isName("cdc") && isAllChanges(i)) {
      return allChanges(i);
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
      case "CAST", "TRY_CAST" -> new ConversionRewriter(out).cast(name, inner);
      case "CONVERT", "TRY_CONVERT" -> new ConversionRewriter(out).convert(name, inner);
      case "IIF" -> renamed("CASEWHEN", inner);
      case "COUNT_BIG" -> renamed("COUNT", inner);
      case "REPLICATE" -> renamed("REPEAT", inner);
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

  private boolean isAllChanges(int i) {
    return i + 3 < tokens.size()
        && tokens.get(i + 1).is(".")
        && tokens.get(i + 2).isName()
        && tokens.get(i + 2).text().toLowerCase(Locale.ROOT).startsWith(ALL_CHANGES)
        && tokens.get(i + 3).is("(");
  }

  private int allChanges(int i) {
    String instance = tokens.get(i + 2).text().substring(ALL_CHANGES.length());
    int close = TokenCursor.closing(tokens, i + 3);
    List<List<Token>> arguments = TokenCursor.split(tokens.subList(i + 4, close));
    if (arguments.size() != 3) {
      throw SqlError.of(
          313,
          "An insufficient number of arguments were supplied for the procedure or function"
              + " cdc.fn_cdc_get_all_changes_"
              + instance
              + ".");
    }
    out.raw(" (SELECT \"__$start_lsn\", \"__$seqval\", \"__$operation\", \"__$update_mask\"");
    out.context()
        .capturedColumns(out.database(), instance)
        .forEach(column -> out.raw(", " + H2Types.quote(column)));
    out.raw(" FROM cdc." + H2Types.quote(instance + "_CT") + " WHERE \"__$start_lsn\" >= ");
    out.emit(arguments.get(0));
    out.raw(" AND \"__$start_lsn\" <= ");
    out.emit(arguments.get(1));
    out.raw(" AND (\"__$operation\" <> 3 OR ");
    out.emit(arguments.get(2));
    out.raw(" = 'all update old'))");
    out.require(instance, arguments.get(0), arguments.get(1));
    Token after = close + 1 < tokens.size() ? tokens.get(close + 1) : null;
    boolean named = after != null && (after.is("AS") || (after.isName() && !after.isAny(CLAUSES)));
    out.raw(named ? "" : " changes");
    return close + 1;
  }
}
