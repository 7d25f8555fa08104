package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.SqlType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The columns that the names in a statement can mean. */
final class StatementColumns {
  private static final List<String> NO_ALIAS =
      List.of(
          "WHERE",
          "ORDER",
          "GROUP",
          "HAVING",
          "INNER",
          "LEFT",
          "RIGHT",
          "FULL",
          "CROSS",
          "OUTER",
          "JOIN",
          "ON",
          "UNION",
          "EXCEPT",
          "INTERSECT",
          "SET",
          "VALUES",
          "SELECT",
          "WITH",
          "OPTION",
          "OUTPUT",
          "USING",
          "WHEN",
          "FROM",
          "DEFAULT",
          "AND",
          "OR",
          "ASC",
          "DESC",
          "LIKE",
          "IN",
          "IS",
          "NOT",
          "BETWEEN",
          "THEN",
          "ELSE",
          "END",
          "COLLATE",
          "OVER",
          "INTO",
          "FOR",
          "OFFSET",
          "EXEC");

  private final RewriteContext context;
  private final List<Mention> mentions = new ArrayList<>();
  private final Map<String, SqlType> aliases = new HashMap<>();

  private record Mention(String table, String alias, Map<String, SqlType> columns) {
    boolean isCalled(String name) {
      return alias.isEmpty() ? table.equalsIgnoreCase(name) : alias.equalsIgnoreCase(name);
    }
  }

  StatementColumns(List<Token> tokens, RewriteContext context) {
    this.context = context;
    for (int i = 0; i < tokens.size(); i++) {
      boolean starts = i == 0 || !tokens.get(i - 1).is(".");
      if (starts && (tokens.get(i).isName() || tokens.get(i).isVariable())) {
        mention(tokens, i);
      }
    }
    for (int i = 0; i < tokens.size() && !mentions.isEmpty(); i++) {
      alias(tokens, i);
    }
  }

  private void mention(List<Token> tokens, int start) {
    List<String> name = new ArrayList<>(List.of(tokens.get(start).text()));
    int i = start + 1;
    while (i + 1 < tokens.size() && tokens.get(i).is(".")) {
      boolean omitted = tokens.get(i + 1).is(".");
      name.add(omitted ? "" : tokens.get(i + 1).text());
      i += omitted ? 1 : 2;
    }
    Optional<Map<String, SqlType>> columns = context.columns(name);
    if (columns.isPresent()) {
      mentions.add(new Mention(name.get(name.size() - 1), aliasAt(tokens, i), columns.get()));
    }
  }

  /** The alias that stands at an index, with or without AS; empty if there is none. */
  private static String aliasAt(List<Token> tokens, int index) {
    int i = index < tokens.size() && tokens.get(index).is("AS") ? index + 1 : index;
    boolean alias = i < tokens.size() && tokens.get(i).isName() && !tokens.get(i).isAny(NO_ALIAS);
    return alias ? tokens.get(i).text() : "";
  }

  private void alias(List<Token> tokens, int i) {
    if (!tokens.get(i).isName() || (i > 0 && tokens.get(i - 1).is("."))) {
      return;
    }
    int end = Primary.end(tokens, i);
    String alias = aliasAt(tokens, end);
    if (!alias.isEmpty()) {
      type(tokens.subList(i, end)).ifPresent(type -> aliases.put(key(alias), type));
    }
  }

  /** The type of a column, a variable, or a function that hands its argument's type on. */
  Optional<SqlType> type(List<Token> operand) {
    Token first = operand.get(0);
    Token last = operand.get(operand.size() - 1);
    if (operand.size() == 1 && first.isVariable()) {
      return context.variableType(first.text());
    }
    if (operand.size() > 2 && operand.get(operand.size() - 2).is("COLLATE")) {
      Collation collation = Collation.of(last.text()).within(context.rule());
      return Optional.of(SqlType.nvarchar(SqlType.MAX).withCollation(collation));
    }
    if (operand.size() > 3 && last.is(")")) {
      return typeOfCall(operand);
    }
    boolean name =
        last.isName() && (operand.size() == 1 || operand.get(operand.size() - 2).is("."));
    if (!name) {
      return Optional.empty();
    }
    String qualifier = operand.size() > 2 ? operand.get(operand.size() - 3).text() : "";
    return column(qualifier, key(last.text()));
  }

  private Optional<SqlType> typeOfCall(List<Token> call) {
    List<Token> inner = call.subList(call.get(0).is("(") ? 1 : 2, call.size() - 1);
    if (call.get(0).is("(")) {
      return type(inner);
    }
    boolean same = call.get(0).isAny("MIN", "MAX", "ISNULL", "COALESCE");
    if (same || call.get(0).isAny(TextFunctionRewriter.OF_THEIR_ARGUMENTS_COLLATION)) {
      return type(TokenCursor.split(inner).get(0));
    }
    if (call.get(0).isAny("CAST", "TRY_CAST") && lastAs(inner) > 1) {
      int as = lastAs(inner);
      return Optional.of(converted(inner.subList(0, as - 1), inner.subList(as, inner.size())));
    }
    if (call.get(0).isAny("CONVERT", "TRY_CONVERT")) {
      List<List<Token>> arguments = TokenCursor.split(inner);
      return Optional.of(converted(arguments.get(1), arguments.get(0)));
    }
    return Optional.empty();
  }

  /** The type of a cast, with the collation of what is cast. */
  private SqlType converted(List<Token> value, List<Token> to) {
    SqlType type = TypeParser.parse(new TokenCursor(to));
    return type(value).map(from -> type.withCollation(from.collation())).orElse(type);
  }

  private static int lastAs(List<Token> inner) {
    int i = inner.size() - 1;
    while (i > 0 && !inner.get(i).is("AS")) {
      i--;
    }
    return i + 1;
  }

  private Optional<SqlType> column(String qualifier, String name) {
    if (qualifier.isEmpty() && aliases.containsKey(name)) {
      return Optional.of(aliases.get(name));
    }
    Set<SqlType> found = types(qualifier, name);
    if (found.isEmpty()) {
      return Optional.ofNullable(aliases.get(name));
    }
    if (found.size() > 1) {
      found.removeIf(type -> !type.sortsByKey());
    }
    return found.stream().findFirst();
  }

  private Set<SqlType> types(String qualifier, String name) {
    boolean known = mentions.stream().anyMatch(m -> m.isCalled(qualifier));
    // another qualifier is a derived table's, whose columns are those of a table within
    return mentions.stream()
        .filter(mention -> !known || mention.isCalled(qualifier))
        .flatMap(mention -> Optional.ofNullable(mention.columns().get(name)).stream())
        .collect(Collectors.toSet());
  }

  /** True if a table of the statement has a column for which the condition holds. */
  boolean any(Predicate<SqlType> condition) {
    return mentions.stream().flatMap(m -> m.columns().values().stream()).anyMatch(condition);
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
