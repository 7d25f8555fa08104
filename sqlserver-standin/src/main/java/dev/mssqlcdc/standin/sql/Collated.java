package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import java.util.List;

/** {@code operand COLLATE name} as a cast to the type of string that compares so. */
final class Collated {
  private Collated() {}

  /**
   * Emits the operand at an index; returns the index after it, or the same if it has no COLLATE.
   */
  static int rewrite(Rewriter out, List<Token> tokens, int i) {
    boolean inside = i > 0 && tokens.get(i - 1).is(".");
    if (inside || tokens.get(i).isAny(",", ")", ".", "=", "+")) {
      return i;
    }
    int end = Primary.end(tokens, i);
    if (end + 1 >= tokens.size() || !tokens.get(end).is("COLLATE")) {
      return i;
    }
    List<Token> operand = tokens.subList(i, end);
    String name = tokens.get(end + 1).text();
    Collation collation = Collation.of(name).within(out.context().rule());
    SqlType type = SqlType.nvarchar(SqlType.MAX).withCollation(collation);
    boolean column =
        out.columns()
            .type(operand)
            .filter(declared -> declared.collation().equatesOtherwise())
            .isPresent();
    boolean mixed = out.columns().any(other -> other.collation().equatesOtherwise());
    if (mixed && !column && !collation.equatesOtherwise() && !isCompared(tokens, i, end + 2)) {
      // H2 might let the column's collation win, SQL Server the one that is written
      throw SqlError.notSupported("this COLLATE beside a column of another", "COLLATE " + name);
    }
    out.raw(" CAST(");
    out.emit(operand);
    out.raw(" AS " + H2Types.of(type) + ")");
    return end + 2;
  }

  /** True where {@link SortKeys} has seen to it, and for what is cast or an argument alone. */
  private static boolean isCompared(List<Token> tokens, int start, int end) {
    boolean key = start > 1 && tokens.get(start - 2).is("sort_key");
    boolean left = end < tokens.size() && tokens.get(end).isAny(SortKeys.COMPARISONS);
    boolean right = start > 0 && tokens.get(start - 1).isAny(SortKeys.COMPARISONS);
    return key || left || right || (start == 0 && end == tokens.size());
  }
}
