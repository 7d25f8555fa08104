package dev.mssqlcdc.standin.sql;

import java.util.List;

/**
 * {@code __$start_lsn > @lsn} as a seek past a transaction. H2 starts a range at the bound itself
 * and would step over every row of the transaction at the bound, each time a client asks for what
 * follows a large one. The next LSN is a bound to start at.
 */
final class LsnSeek {
  /** Before the name of a variable: the LSN after its value. */
  static final String NEXT = "next of ";

  private static final String COLUMN = "__$start_lsn";
  private static final List<String> ENDS = List.of("AND", "OR", ")", "ORDER", "GROUP", "UNION");

  private LsnSeek() {}

  /** Emits the comparison at an index; returns the index after it, or the same if there is none. */
  static int rewrite(Rewriter out, List<Token> tokens, int i) {
    if (i > 0 && tokens.get(i - 1).is(".")) {
      return i;
    }
    boolean qualified = i + 1 < tokens.size() && tokens.get(i + 1).is(".");
    int column = qualified ? i + 2 : i;
    int end = column + 3;
    boolean compares =
        end <= tokens.size()
            && tokens.get(column).isName(COLUMN)
            && tokens.get(column + 1).is(">")
            && tokens.get(column + 2).isVariable();
    if (!compares || (end < tokens.size() && !tokens.get(end).isAny(ENDS))) {
      return i;
    }
    List<Token> name = tokens.subList(i, column + 1);
    String variable = tokens.get(column + 2).text();
    out.raw(" (");
    out.name(name);
    out.raw(" >= ");
    out.parameter(NEXT + variable);
    out.raw(" AND ");
    out.name(name);
    out.raw(" > ");
    out.parameter(variable);
    out.raw(")");
    return end;
  }
}
