package dev.mssqlcdc.silver;

import dev.mssqlcdc.silver.compare.Checked;
import dev.mssqlcdc.silver.compare.Finding;
import dev.mssqlcdc.silver.compare.Findings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What was compared and found, as a table for people. */
final class ReconcileSummary {

  private static final List<String> HEAD =
      List.of(
          "table",
          "result",
          "source rows",
          "silver rows",
          "rows compared",
          "MISSING_TARGET",
          "MISSING_SOURCE",
          "RECORD_DIFF",
          "IN_FLIGHT",
          "seconds");
  private static final int FIRST_NUMBER = 2;
  private static final int EXAMPLES = 5;

  private ReconcileSummary() {}

  static String of(List<ReconcileResult> results) {
    if (results.isEmpty()) {
      return Summary.NO_TABLES;
    }
    Set<Integer> numbers =
        IntStream.range(FIRST_NUMBER, HEAD.size()).boxed().collect(Collectors.toSet());
    return TextTable.of(HEAD, numbers, results.stream().map(ReconcileSummary::cells).toList())
        + results.stream()
            .flatMap(result -> notes(result).stream())
            .map("%s%n"::formatted)
            .collect(Collectors.joining());
  }

  private static List<String> cells(ReconcileResult result) {
    List<String> cells = new ArrayList<>(List.of(result.table(), result.verdict().toString()));
    result
        .checked()
        .map(Checked::findings)
        .ifPresentOrElse(
            found -> {
              cells.add(Long.toString(found.sourceRows()));
              cells.add(Long.toString(found.silverRows()));
              cells.add(Long.toString(found.paired()));
              for (Finding finding : Finding.values()) {
                cells.add(Long.toString(found.count(finding)));
              }
            },
            () -> cells.addAll(Collections.nCopies(HEAD.size() - 3, "-")));
    cells.add(Summary.seconds(result.took()));
    return cells;
  }

  private static List<String> notes(ReconcileResult result) {
    List<String> notes = new ArrayList<>();
    if (!result.note().isEmpty()) {
      notes.add("%s %s: %s".formatted(result.table(), result.verdict(), result.note()));
    }
    result.checked().ifPresent(checked -> notes.addAll(notes(result.table(), checked)));
    return notes;
  }

  private static List<String> notes(String table, Checked checked) {
    List<String> notes = new ArrayList<>();
    Findings found = checked.findings();
    for (Map.Entry<Finding, List<String>> example : found.examples().entrySet()) {
      if (example.getKey() != Finding.IN_FLIGHT) {
        notes.add(
            "%s %s: %s"
                .formatted(
                    table,
                    example.getKey(),
                    example.getValue().stream().limit(EXAMPLES).collect(Collectors.joining(", "))));
      }
    }
    if (!found.columns().isEmpty()) {
      notes.add("%s columns that differ: %s".formatted(table, text(found.columns())));
    }
    if (!checked.left().isEmpty()) {
      notes.add("%s columns not compared: %s".formatted(table, text(checked.left())));
    }
    return notes;
  }

  private static String text(Map<String, ?> byColumn) {
    return byColumn.entrySet().stream()
        .map(column -> "%s (%s)".formatted(column.getKey(), column.getValue()))
        .collect(Collectors.joining(", "));
  }
}
