package dev.mssqlcdc.silver.plan;

import java.util.ArrayList;
import java.util.List;

/** Finds the spans of many numbers, in any order, without keeping them. */
public final class SpanCollector {

  private static final int KEPT = 1_000;
  private static final int COLLECTED = 10_000;

  private final int limit;
  private List<Span> spans = new ArrayList<>();

  /**
   * @param limit the most spans there may be in the end, at least 1
   */
  public SpanCollector(int limit) {
    this.limit = limit;
  }

  public void add(long number) {
    spans.add(Span.of(number));
    if (spans.size() == COLLECTED) {
      spans = new ArrayList<>(Span.cover(spans, Math.max(KEPT, limit)));
    }
  }

  /** Spans that hold every number added. */
  public List<Span> spans() {
    return Span.cover(spans, limit);
  }
}
