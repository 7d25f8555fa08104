package dev.mssqlcdc.connector.core;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Names in Transact-SQL text: quoted on the way out, parsed on the way in. */
public final class SqlNames {

  private SqlNames() {}

  /** An identifier in brackets, a closing bracket doubled: {@code [a]]b]}. */
  public static String quote(String identifier) {
    return "[" + identifier.replace("]", "]]") + "]";
  }

  /**
   * A name that SQL has no brackets for, such as a collation's.
   *
   * @throws IllegalArgumentException when it is not letters, digits and underscores
   */
  public static String identifier(String name) {
    if (!name.matches("\\w+")) {
      throw new IllegalArgumentException("not a plain name: '" + name + "'");
    }
    return name;
  }

  /** A Unicode string literal, an apostrophe doubled: {@code N'a''b'}. */
  public static String literal(String text) {
    return "N'" + text.replace("'", "''") + "'";
  }

  /** Writes what {@link #parseList} reads: {@code [a], [b]]c]}; empty for no names. */
  public static String formatList(List<String> names) {
    return names.stream().map(SqlNames::quote).collect(Collectors.joining(", "));
  }

  /**
   * Reads a list such as {@code [a], [b]]c]}, the form of the procedures' column lists.
   *
   * @param list the text; null or blank for an empty list
   * @throws IllegalArgumentException when the text is no such list
   */
  public static List<String> parseList(String list) {
    List<String> names = new ArrayList<>();
    if (list == null || list.isBlank()) {
      return names;
    }
    int at = 0;
    while (at < list.length()) {
      char c = list.charAt(at);
      if (c == ' ' || c == ',' || c == '.') {
        at++;
      } else if (c == '[') {
        var name = new StringBuilder();
        at = readBracketed(list, at + 1, name);
        names.add(name.toString());
      } else {
        throw new IllegalArgumentException(
            "not a list of bracketed names, at character " + at + ": '" + list + "'");
      }
    }
    return names;
  }

  private static int readBracketed(String list, int start, StringBuilder into) {
    int at = start;
    while (at < list.length()) {
      char c = list.charAt(at);
      if (c != ']') {
        into.append(c);
        at++;
      } else if (at + 1 < list.length() && list.charAt(at + 1) == ']') {
        into.append(']');
        at += 2;
      } else {
        return at + 1;
      }
    }
    throw new IllegalArgumentException("a bracket is not closed: '" + list + "'");
  }
}
