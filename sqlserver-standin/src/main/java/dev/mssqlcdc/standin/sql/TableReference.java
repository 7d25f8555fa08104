package dev.mssqlcdc.standin.sql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A table, or what looks like one, in a statement that reads or changes rows.
 *
 * @param name one to four parts
 * @param hints table hints in upper case
 * @param written true for the target of a change
 */
public record TableReference(List<String> name, Set<String> hints, boolean written) {
  private static final List<String> BEFORE =
      List.of("FROM", "JOIN", "INTO", "UPDATE", "MERGE", "USING", "DELETE", "INSERT");
  private static final List<String> CHANGES =
      List.of("INTO", "UPDATE", "MERGE", "DELETE", "INSERT");
  private static final List<String> NO_NAMES =
      List.of("FROM", "INTO", "TOP", "SELECT", "VALUES", "SET", "DEFAULT", "WITH", "OUTPUT");
  private static final List<String> AFTER_TABLE =
      List.of(
          "WHERE",
          "JOIN",
          "INNER",
          "LEFT",
          "RIGHT",
          "FULL",
          "CROSS",
          "OUTER",
          "ON",
          "GROUP",
          "ORDER",
          "HAVING",
          "UNION",
          "EXCEPT",
          "INTERSECT",
          "WHEN",
          "OPTION",
          "FOR",
          "EXEC",
          "EXECUTE",
          "USING");
  private static final List<String> AFTER_FROM =
      List.of("SELECT", "WHERE", "GROUP", "ORDER", "HAVING", "UNION", "EXCEPT", "INTERSECT", "SET");
  private static final List<String> HINTS =
      List.of(
          "NOLOCK",
          "READUNCOMMITTED",
          "READCOMMITTED",
          "READCOMMITTEDLOCK",
          "REPEATABLEREAD",
          "SERIALIZABLE",
          "HOLDLOCK",
          "UPDLOCK",
          "XLOCK",
          "ROWLOCK",
          "PAGLOCK",
          "TABLOCK",
          "TABLOCKX",
          "NOWAIT");

  public TableReference {
    name = List.copyOf(name);
    hints = Set.copyOf(hints);
  }

  /** The references of a statement, in their order. */
  public static List<TableReference> of(List<Token> tokens) {
    List<TableReference> found = new ArrayList<>();
    List<String> aliases = new ArrayList<>();
    String target = "";
    FromClauses clauses = new FromClauses();
    for (int i = 1; i < tokens.size(); i++) {
      boolean listed = clauses.listsTables(tokens.get(i - 1));
      if (starts(tokens, i, listed)) {
        TokenCursor in = new TokenCursor(tokens);
        in.moveTo(i);
        List<String> name = in.qualifiedName();
        boolean written = isChanged(tokens, i);
        target = written && name.size() == 1 ? name.get(0) : target;
        aliases.add(alias(in));
        found.add(new TableReference(name, hints(in), written));
      }
    }
    return target.isEmpty() ? found : resolved(found, aliases, target);
  }

  /** {@code UPDATE a SET ... FROM t a} changes t. */
  private static List<TableReference> resolved(
      List<TableReference> found, List<String> aliases, String target) {
    List<TableReference> resolved = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      TableReference reference = found.get(i);
      boolean changed = reference.written() || aliases.get(i).equalsIgnoreCase(target);
      resolved.add(new TableReference(reference.name(), reference.hints(), changed));
    }
    return resolved;
  }

  private static boolean starts(List<Token> tokens, int i, boolean listed) {
    Token token = tokens.get(i);
    return token.isName()
        && !token.isAny(NO_NAMES)
        && !token.isAny(AFTER_TABLE)
        && (listed || tokens.get(i - 1).isAny(BEFORE) || isAfterTop(tokens, i));
  }

  /** Knows, from one token to the next, whether a comma stands between tables. */
  private static final class FromClauses {
    private final Deque<Boolean> outer = new ArrayDeque<>();
    private boolean inFrom;

    boolean listsTables(Token token) {
      if (token.is("(")) {
        outer.push(inFrom);
        inFrom = false;
      } else if (token.is(")") && !outer.isEmpty()) {
        inFrom = outer.pop();
      } else if (token.is("FROM")) {
        inFrom = true;
      } else if (token.isAny(AFTER_FROM)) {
        inFrom = false;
      }
      return inFrom && token.is(",");
    }
  }

  private static boolean isChanged(List<Token> tokens, int i) {
    Token before = tokens.get(i - 1);
    boolean ofDelete =
        before.is("FROM") && i > 1 && (tokens.get(i - 2).is("DELETE") || isAfterTop(tokens, i - 1));
    return before.isAny(CHANGES) || ofDelete || isAfterTop(tokens, i);
  }

  /** True behind {@code UPDATE TOP (n)}, and the like of the other changes. */
  private static boolean isAfterTop(List<Token> tokens, int i) {
    if (!tokens.get(i - 1).is(")")) {
      return false;
    }
    int open = i - 1;
    for (int depth = 0; open >= 0; open--) {
      depth += tokens.get(open).is(")") ? 1 : tokens.get(open).is("(") ? -1 : 0;
      if (depth == 0) {
        break;
      }
    }
    return open > 1 && tokens.get(open - 1).is("TOP") && tokens.get(open - 2).isAny(CHANGES);
  }

  private static String alias(TokenCursor in) {
    if (in.accept("AS")) {
      return in.hasMore() && in.peek().isName() ? in.next().text() : "";
    }
    boolean named =
        in.hasMore()
            && in.peek().isName()
            && !in.peek().isAny(AFTER_TABLE)
            && !in.peek().isAny(NO_NAMES);
    return named ? in.next().text() : "";
  }

  private static Set<String> hints(TokenCursor in) {
    in.accept("WITH");
    Token first = in.look(1);
    if (!in.at("(") || first == null || !first.isAny(HINTS)) {
      return Set.of();
    }
    return in.parenthesized().stream()
        .filter(token -> token.isAny(HINTS))
        .map(token -> token.text().toUpperCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }
}
