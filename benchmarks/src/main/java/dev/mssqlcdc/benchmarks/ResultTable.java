package dev.mssqlcdc.benchmarks;

/** A result for people: a line per metric, with ratios, which mean more than the figures. */
final class ResultTable {

  private static final String LINE = "%-28s %14s %14s %14s %10s %10s  %s%n";

  private ResultTable() {}

  static String of(Result result) {
    StringBuilder text = new StringBuilder();
    text.append("%s, medians of %d runs, alternating%n".formatted(result.bench(), result.runs()));
    text.append(
        LINE.formatted("metric", "ours", "peer", "floor", "ours/peer", "ours/floor", "unit"));
    result
        .metrics()
        .forEach(
            (metric, figures) ->
                text.append(
                    LINE.formatted(
                        metric,
                        number(figures.ours()),
                        number(figures.peer()),
                        number(figures.floor()),
                        ratio(figures.ours(), figures.peer()),
                        ratio(figures.ours(), figures.floor()),
                        figures.unit())));
    return text.toString();
  }

  private static String number(Double value) {
    return value == null ? "-" : value >= 100 ? "%,.0f".formatted(value) : "%.3f".formatted(value);
  }

  private static String ratio(Double ours, Double other) {
    return ours == null || other == null || other == 0 ? "-" : "%.2f".formatted(ours / other);
  }
}
