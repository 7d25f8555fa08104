package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * In a database whose collation is case-sensitive, names are too. H2 finds them all the same: so a
 * name that differs from a table's or column's by case alone is refused here.
 */
final class NameCase {
  private NameCase() {}

  static void check(List<Token> tokens, RewriteContext context) {
    if (context.rule().ignoresCase()) {
      return;
    }
    Set<String> names = context.names();
    Set<String> folded = names.stream().map(NameCase::fold).collect(Collectors.toSet());
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean call = i + 1 < tokens.size() && tokens.get(i + 1).is("(");
      boolean wrong =
          token.isName() && !names.contains(token.text()) && folded.contains(fold(token.text()));
      if (wrong && !call) {
        throw SqlError.of(207, "Invalid column name '" + token.text() + "'.");
      }
    }
  }

  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
