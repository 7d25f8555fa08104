package dev.mssqlcdc.quickstart;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The table that the quickstart ends with. */
final class Report {

  private static final String[] HEAD = {
    "table",
    "source rows",
    "changes",
    "bronze rows",
    "silver rows",
    "equal?",
    "end-to-end lag",
    "verdict (UTC)"
  };

  private Report() {}

  static void print(List<TableResult> results, PrintStream out) {
    List<String[]> lines = new ArrayList<>();
    lines.add(HEAD);
    results.forEach(result -> lines.add(cells(result)));
    int[] widths = new int[HEAD.length];
    for (String[] line : lines) {
      for (int i = 0; i < line.length; i++) {
        widths[i] = Math.max(widths[i], line[i].length());
      }
    }
    out.println();
    out.println(format(lines.get(0), widths));
    out.println("-".repeat(Arrays.stream(widths).sum() + 2 * (widths.length - 1)));
    lines.subList(1, lines.size()).forEach(line -> out.println(format(line, widths)));
    out.println();
    for (TableResult result : results) {
      result.differences().forEach(line -> out.println(result.table() + ": " + line));
    }
  }

  private static String[] cells(TableResult result) {
    return new String[] {
      result.table(),
      "%,d".formatted(result.sourceRows()),
      "%,d".formatted(result.changes()),
      "%,d".formatted(result.bronzeRows()),
      result.silverRows() == null ? "(keyless)" : "%,d".formatted(result.silverRows()),
      result.equal() ? "yes" : "NO",
      "%.1f s".formatted(result.lag().toMillis() / 1_000.0),
      Objects.toString(result.verdict(), "-")
    };
  }

  /** The first column to the left, numbers to the right. */
  private static String format(String[] cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      String width = (i == 0 ? "%-" : "%") + widths[i] + "s";
      line.append(i == 0 ? "" : "  ").append(width.formatted(cells[i]));
    }
    return line.toString();
  }
}
