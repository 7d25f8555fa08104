package dev.mssqlcdc.silver.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * All numbers from one to another, both included.
 *
 * @param low no greater than {@code high}
 */
public record Span(long low, long high) {

  public Span {
    if (low > high) {
      throw new IllegalArgumentException("a span from %d to %d".formatted(low, high));
    }
  }

  /** One number. */
  public static Span of(long number) {
    return new Span(number, number);
  }

  /**
   * Few spans that hold all numbers of many: what lies between them is what is widest between
   * those.
   *
   * @param limit the most there may be, at least 1
   * @return apart from each other, in ascending order
   */
  public static List<Span> cover(List<Span> spans, int limit) {
    List<Span> apart = apart(spans);
    if (apart.size() <= limit) {
      return apart;
    }
    boolean[] split = new boolean[apart.size()];
    widestGaps(apart, limit - 1).forEach(next -> split[next] = true);
    List<Span> covering = new ArrayList<>();
    long low = apart.get(0).low();
    for (int i = 1; i < apart.size(); i++) {
      if (split[i]) {
        covering.add(new Span(low, apart.get(i - 1).high()));
        low = apart.get(i).low();
      }
    }
    covering.add(new Span(low, apart.get(apart.size() - 1).high()));
    return covering;
  }

  /** The same, or one from end to end where that holds no more than twice as many numbers. */
  public static List<Span> worthwhile(List<Span> spans, int limit) {
    List<Span> covering = cover(spans, limit);
    double covered = covering.stream().mapToDouble(Span::count).sum();
    List<Span> whole = cover(covering, 1);
    return whole.stream().allMatch(all -> covered > all.count() / 2) ? whole : covering;
  }

  private static List<Span> apart(List<Span> spans) {
    List<Span> apart = new ArrayList<>();
    List<Span> ascending = new ArrayList<>(spans);
    ascending.sort(Comparator.comparingLong(Span::low));
    for (Span span : ascending) {
      int last = apart.size() - 1;
      if (last >= 0 && span.low() <= apart.get(last).high()) {
        Span before = apart.get(last);
        apart.set(last, new Span(before.low(), Math.max(before.high(), span.high())));
      } else {
        apart.add(span);
      }
    }
    return apart;
  }

  /** Indexes of the spans before which the widest gaps are. */
  private static List<Integer> widestGaps(List<Span> apart, int count) {
    List<Integer> gaps = new ArrayList<>();
    for (int i = 1; i < apart.size(); i++) {
      gaps.add(i);
    }
    gaps.sort((a, b) -> Long.compareUnsigned(gap(apart, b), gap(apart, a)));
    return gaps.subList(0, count);
  }

  /** Unsigned: two longs can be further apart than a long tells. */
  private static long gap(List<Span> apart, int next) {
    return apart.get(next).low() - apart.get(next - 1).high();
  }

  private double count() {
    return (double) high - low + 1;
  }
}
