package dev.mssqlcdc.quickstart;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Two sides, compared value by value. */
final class Differences {

  private static final int SHOWN = 5;

  private final List<String> columns;
  private final List<String> lines = new ArrayList<>();
  private int count;

  private Differences(List<String> columns) {
    this.columns = columns;
  }

  /** Rows by their key. */
  static List<String> byKey(
      List<String> columns,
      Map<List<String>, List<String>> source,
      Map<List<String>, List<String>> target) {
    Differences found = new Differences(columns);
    source.forEach((key, row) -> found.compare("key " + key, row, target.get(key)));
    target.forEach(
        (key, row) -> {
          if (!source.containsKey(key)) {
            found.compare("key " + key, null, row);
          }
        });
    return found.report();
  }

  /** Rows in their order. */
  static List<String> inOrder(
      List<String> columns, List<List<String>> source, List<List<String>> target) {
    Differences found = new Differences(columns);
    for (int i = 0; i < Math.max(source.size(), target.size()); i++) {
      found.compare(
          "row " + i,
          i < source.size() ? source.get(i) : null,
          i < target.size() ? target.get(i) : null);
    }
    return found.report();
  }

  private void compare(String where, List<String> source, List<String> target) {
    if (Objects.equals(source, target)) {
      return;
    }
    count++;
    if (lines.size() >= SHOWN) {
      return;
    }
    if (source == null || target == null) {
      lines.add(where + (source == null ? ": only in the lake" : ": missing in the lake"));
      return;
    }
    for (int i = 0; i < columns.size(); i++) {
      if (!source.get(i).equals(target.get(i))) {
        lines.add(
            "%s, column %s: source %s, lake %s"
                .formatted(where, columns.get(i), shorten(source.get(i)), shorten(target.get(i))));
        return;
      }
    }
  }

  private static String shorten(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "… (" + text.length() + ")";
  }

  private List<String> report() {
    if (count > lines.size()) {
      lines.add("and " + (count - lines.size()) + " more");
    }
    return List.copyOf(lines);
  }
}
