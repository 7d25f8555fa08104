package dev.mssqlcdc.silver;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Lines of cells as a table for people. */
final class TextTable {

  private TextTable() {}

  /**
   * The table, each column as wide as need be.
   *
   * @param numbers columns that are aligned to the right
   */
  static String of(List<String> head, Set<Integer> numbers, List<List<String>> lines) {
    List<List<String>> rows = new ArrayList<>(List.of(head));
    rows.addAll(lines);
    int[] widths =
        IntStream.range(0, head.size())
            .map(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
            .toArray();
    return rows.stream().map(row -> line(row, widths, numbers)).collect(Collectors.joining());
  }

  private static String line(List<String> cells, int[] widths, Set<Integer> numbers) {
    return IntStream.range(0, cells.size())
            .mapToObj(i -> pad(cells.get(i), widths[i], numbers.contains(i)))
            .collect(Collectors.joining("  "))
            .stripTrailing()
        + System.lineSeparator();
  }

  private static String pad(String cell, int width, boolean right) {
    String blanks = " ".repeat(width - cell.length());
    return right ? blanks + cell : cell + blanks;
  }
}
