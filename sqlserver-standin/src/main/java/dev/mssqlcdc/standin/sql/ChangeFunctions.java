package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The table-valued functions {@code cdc.fn_cdc_get_all_changes_<instance>} and {@code
 * cdc.fn_cdc_get_net_changes_<instance>} as queries of the change table.
 */
final class ChangeFunctions {
  private static final String ALL_CHANGES = "fn_cdc_get_all_changes";
  private static final String NET_CHANGES = "fn_cdc_get_net_changes";
  private static final String ORDER =
      "\"__$start_lsn\" %1$s, \"__$command_id\" %1$s, \"__$seqval\" %1$s, \"__$operation\" %1$s";
  private static final List<String> CLAUSES =
      List.of("WHERE", "ORDER", "INNER", "LEFT", "JOIN", "ON", "GROUP", "UNION", "CROSS", "RIGHT");

  private final Rewriter out;
  private final String function;
  private final String instance;
  private final List<Token> from;
  private final List<Token> to;
  private final List<Token> option;

  private ChangeFunctions(
      Rewriter out, String function, String instance, List<List<Token>> arguments) {
    this.out = out;
    this.function = function;
    this.instance = instance;
    this.from = arguments.get(0);
    this.to = arguments.get(1);
    this.option = arguments.get(2);
  }

  /** Emits the call at an index; returns the index after it, or the same if there is none. */
  static int rewrite(Rewriter out, List<Token> tokens, int i) {
    boolean call =
        i + 3 < tokens.size()
            && tokens.get(i).isName("cdc")
            && tokens.get(i + 1).is(".")
            && tokens.get(i + 2).isName()
            && tokens.get(i + 3).is("(");
    if (!call) {
      return i;
    }
    String name = tokens.get(i + 2).text();
    boolean all = isNamed(name, ALL_CHANGES);
    if (!all && !isNamed(name, NET_CHANGES)) {
      return i;
    }
    int close = TokenCursor.closing(tokens, i + 3);
    List<List<Token>> arguments = TokenCursor.split(tokens.subList(i + 4, close));
    if (arguments.size() != 3) {
      throw SqlError.of(
          313,
          "An insufficient number of arguments were supplied for the procedure or function cdc."
              + name
              + ".");
    }
    String function = all ? ALL_CHANGES : NET_CHANGES;
    ChangeFunctions functions =
        new ChangeFunctions(out, function, name.substring(function.length() + 1), arguments);
    if (all) {
      functions.allChanges();
    } else {
      functions.netChanges();
    }
    out.require(function, functions.instance, arguments);
    Token after = close + 1 < tokens.size() ? tokens.get(close + 1) : null;
    boolean named = after != null && (after.is("AS") || (after.isName() && !after.isAny(CLAUSES)));
    out.raw(named ? "" : " changes");
    return close + 1;
  }

  private static boolean isNamed(String name, String function) {
    return name.toLowerCase(Locale.ROOT).startsWith(function + "_");
  }

  private void allChanges() {
    out.raw(" (SELECT \"__$start_lsn\", \"__$seqval\", \"__$operation\", \"__$update_mask\"");
    out.raw(captured());
    fromRange();
    out.raw(" AND (\"__$operation\" <> 3 OR ");
    out.emit(option);
    out.raw(" = 'all update old'))");
  }

  /**
   * One row for every key: what its first and its last change in the range make of it. Whether the
   * row was there before the range is what its first change tells.
   */
  private void netChanges() {
    String key =
        out.context().keyColumns(out.database(), instance).stream()
            .map(H2Types::quote)
            .collect(Collectors.joining(", "));
    String partition = " OVER (PARTITION BY " + key;
    out.raw(" (SELECT \"__$start_lsn\", CASE WHEN \"__$operation\" = 1 THEN 1 WHEN ");
    out.emit(option);
    out.raw(" = 'all with merge' THEN 5 WHEN first_operation = 2 THEN 2 ELSE 4 END");
    out.raw(" AS \"__$operation\", CAST(CASE WHEN ");
    out.emit(option);
    out.raw(" = 'all with mask' THEN all_masks END AS VARBINARY(128)) AS \"__$update_mask\"");
    out.raw(captured());
    out.raw(" FROM (SELECT *, ROW_NUMBER()" + partition + " ORDER BY " + ORDER.formatted("DESC"));
    out.raw(") AS from_last, FIRST_VALUE(\"__$operation\")" + partition);
    out.raw(" ORDER BY " + ORDER.formatted("ASC") + ") AS first_operation");
    out.raw(", BIT_OR_AGG(\"__$update_mask\")" + partition + ") AS all_masks");
    fromRange();
    out.raw(" AND \"__$operation\" <> 3) WHERE from_last = 1");
    out.raw(" AND NOT (first_operation = 2 AND \"__$operation\" = 1))");
  }

  private String captured() {
    return out.context().capturedColumns(out.database(), instance).stream()
        .map(column -> ", " + H2Types.quote(column))
        .collect(Collectors.joining());
  }

  private void fromRange() {
    // the alias says that the function reads, whose caller needs no permission on the change table
    out.raw(" FROM cdc." + H2Types.quote(instance + "_CT") + " ");
    out.raw(H2Types.quote(function + "_" + instance) + " WHERE \"__$start_lsn\" >= ");
    out.emit(from);
    out.raw(" AND \"__$start_lsn\" <= ");
    out.emit(to);
  }
}
