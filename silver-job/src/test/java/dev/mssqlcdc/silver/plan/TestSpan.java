package dev.mssqlcdc.silver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class TestSpan {

  @Provide
  static Arbitrary<List<Long>> numbers() {
    Arbitrary<Long> close = Arbitraries.longs().between(-50, 50);
    Arbitrary<Long> any = Arbitraries.longs();
    return Arbitraries.oneOf(close, any, Arbitraries.of(Long.MIN_VALUE, Long.MAX_VALUE))
        .list()
        .ofMinSize(1)
        .ofMaxSize(60);
  }

  @Property
  void everyNumberIsInASpanAndTheyAreFewAndApart(
      @ForAll("numbers") List<Long> numbers, @ForAll @IntRange(min = 1, max = 8) int limit) {
    List<Span> spans = Span.cover(numbers.stream().map(Span::of).toList(), limit);
    assertThat(spans).hasSizeBetween(1, limit);
    assertThat(numbers).allMatch(number -> holds(spans, number));
    assertThat(spans)
        .allMatch(span -> numbers.contains(span.low()) && numbers.contains(span.high()));
    for (int i = 1; i < spans.size(); i++) {
      assertThat(spans.get(i).low()).isGreaterThan(spans.get(i - 1).high());
    }
  }

  @Property
  void whatIsLeftOutIsWiderThanWhatIsNot(
      @ForAll("numbers") List<Long> numbers, @ForAll @IntRange(min = 1, max = 8) int limit) {
    List<Span> apart = Span.cover(numbers.stream().map(Span::of).toList(), Integer.MAX_VALUE);
    List<Span> few = Span.cover(apart, limit);
    long narrowestLeftOut = -1;
    long widestTaken = 0;
    for (int i = 1; i < apart.size(); i++) {
      long gap = apart.get(i).low() - apart.get(i - 1).high();
      if (holds(few, apart.get(i).low() - 1)) {
        widestTaken = unsignedMax(widestTaken, gap);
      } else if (Long.compareUnsigned(gap, narrowestLeftOut) < 0) {
        narrowestLeftOut = gap;
      }
    }
    assertThat(Long.compareUnsigned(widestTaken, narrowestLeftOut)).isLessThanOrEqualTo(0);
  }

  private static long unsignedMax(long a, long b) {
    return Long.compareUnsigned(a, b) < 0 ? b : a;
  }

  @Property
  void spansOfPartsCoverTheWhole(
      @ForAll("numbers") List<Long> numbers,
      @ForAll("numbers") List<Long> others,
      @ForAll @IntRange(min = 1, max = 8) int limit) {
    List<Span> parts = new ArrayList<>(collected(numbers, limit));
    parts.addAll(collected(others, limit));
    List<Span> spans = Span.cover(parts, limit);
    assertThat(spans).hasSizeLessThanOrEqualTo(limit);
    assertThat(numbers).allMatch(number -> holds(spans, number));
    assertThat(others).allMatch(number -> holds(spans, number));
  }

  @Property(tries = 20)
  void manyNumbersAreNotKept(@ForAll @IntRange(min = 1, max = 64) int clusters) {
    SpanCollector collector = new SpanCollector(64);
    for (long i = 0; i < 50_000; i++) {
      collector.add(i % clusters * 1_000_000_000_000L + i * 7_919 % 50_000);
    }
    List<Span> spans = collector.spans();
    assertThat(spans).hasSizeBetween(clusters, 64);
    for (long i = 0; i < 50_000; i++) {
      assertThat(holds(spans, i % clusters * 1_000_000_000_000L + i * 7_919 % 50_000)).isTrue();
    }
  }

  @Example
  void spansThatNearlyTouchAreOne() {
    List<Span> spans = List.of(new Span(0, 10), new Span(20, 30));
    assertThat(Span.worthwhile(spans, 64)).containsExactly(new Span(0, 30));
  }

  @Example
  void spansFarApartStayApart() {
    List<Span> spans = List.of(new Span(0, 10), new Span(1_000, 1_010));
    assertThat(Span.worthwhile(spans, 64)).isEqualTo(spans);
  }

  @Example
  void noNumbersHaveNoSpans() {
    assertThat(Span.worthwhile(List.of(), 64)).isEmpty();
  }

  @Example
  void aSpanThatEndsBeforeItBeginsIsRefused() {
    assertThatThrownBy(() -> new Span(1, 0)).hasMessageContaining("from 1 to 0");
  }

  private static List<Span> collected(List<Long> numbers, int limit) {
    SpanCollector collector = new SpanCollector(limit);
    numbers.forEach(collector::add);
    return collector.spans();
  }

  private static boolean holds(List<Span> spans, long number) {
    return spans.stream().anyMatch(span -> span.low() <= number && number <= span.high());
  }
}
