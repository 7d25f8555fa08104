package dev.mssqlcdc.silver;

import dev.mssqlcdc.silver.plan.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Results as a table for people. */
final class Summary {

  private static final List<String> HEAD =
      List.of(
          "table",
          "action",
          "rows read",
          "upserted",
          "deleted",
          "applied LSN",
          "complete until (UTC)",
          "seconds");
  private static final int FIRST_NUMBER = 2;
  private static final int LAST_NUMBER = 4;
  private static final int SECONDS = 7;
  private static final double MILLIS = 1_000;

  private Summary() {}

  static String of(List<ApplyResult> results) {
    if (results.isEmpty()) {
      return "no bronze tables yet: the delta-writer has not made any\n";
    }
    List<List<String>> rows = new ArrayList<>(List.of(HEAD));
    results.forEach(result -> rows.add(cells(result)));
    int[] widths =
        IntStream.range(0, HEAD.size())
            .map(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
            .toArray();
    String table = rows.stream().map(row -> line(row, widths)).collect(Collectors.joining());
    String notes =
        results.stream()
            .filter(result -> !result.note().isEmpty())
            .map(result -> "%s %s: %s%n".formatted(result.table(), result.action(), result.note()))
            .collect(Collectors.joining());
    return table + notes;
  }

  private static List<String> cells(ApplyResult result) {
    return List.of(
        result.table(),
        result.action().toString(),
        Long.toString(result.rowsRead()),
        Long.toString(result.upserted()),
        Long.toString(result.deleted()),
        result.appliedLsn().map(Object::toString).orElse("-"),
        result.verdict().flatMap(Verdict::endCommitTs).map(Object::toString).orElse("-"),
        String.format(Locale.ROOT, "%.1f", result.took().toMillis() / MILLIS));
  }

  private static String line(List<String> cells, int[] widths) {
    return IntStream.range(0, cells.size())
            .mapToObj(i -> pad(cells.get(i), widths[i], isNumber(i)))
            .collect(Collectors.joining("  "))
            .stripTrailing()
        + System.lineSeparator();
  }

  private static boolean isNumber(int column) {
    return (column >= FIRST_NUMBER && column <= LAST_NUMBER) || column == SECONDS;
  }

  private static String pad(String cell, int width, boolean right) {
    String blanks = " ".repeat(width - cell.length());
    return right ? blanks + cell : cell + blanks;
  }
}
