package dev.mssqlcdc.silver;

import dev.mssqlcdc.silver.plan.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Results as a table for people. */
final class Summary {

  static final String NO_TABLES = "no bronze tables yet: the delta-writer has not made any\n";
  private static final List<String> APPLY_HEAD =
      List.of(
          "table",
          "action",
          "rows read",
          "upserted",
          "deleted",
          "applied LSN",
          "complete until (UTC)",
          "seconds");
  private static final Set<Integer> APPLY_NUMBERS = Set.of(2, 3, 4, 7);
  private static final List<String> MAINTAIN_HEAD =
      List.of("table", "rows deleted", "files put together", "into", "vacuum", "seconds");
  private static final Set<Integer> MAINTAIN_NUMBERS = Set.of(1, 2, 3, 5);
  private static final double MILLIS = 1_000;

  private Summary() {}

  static String of(List<ApplyResult> results) {
    if (results.isEmpty()) {
      return NO_TABLES;
    }
    String table =
        TextTable.of(
            APPLY_HEAD, APPLY_NUMBERS, results.stream().map(result -> cells(result)).toList());
    return table
        + results.stream()
            .filter(result -> !result.note().isEmpty())
            .map(result -> "%s %s: %s%n".formatted(result.table(), result.action(), result.note()))
            .collect(Collectors.joining());
  }

  static String ofMaintenance(List<MaintainResult> results) {
    if (results.isEmpty()) {
      return NO_TABLES;
    }
    String table =
        TextTable.of(
            MAINTAIN_HEAD,
            MAINTAIN_NUMBERS,
            results.stream().map(result -> cells(result)).toList());
    return table
        + results.stream()
            .filter(result -> !result.note().isEmpty())
            .map(
                result ->
                    "%s %s: %s%n"
                        .formatted(
                            result.table(),
                            result.failed() ? "failed" : "keeps its rows",
                            result.note()))
            .collect(Collectors.joining());
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
        seconds(result.took()));
  }

  private static List<String> cells(MaintainResult result) {
    return List.of(
        result.table(),
        Long.toString(result.rowsDeleted()),
        Long.toString(result.filesBefore()),
        Long.toString(result.filesAfter()),
        result.vacuumed() ? "done" : "-",
        seconds(result.took()));
  }

  static String seconds(Duration took) {
    return String.format(Locale.ROOT, "%.1f", took.toMillis() / MILLIS);
  }
}
