package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.connector.core.KeyRange.Bound;
import dev.mssqlcdc.connector.core.KeyRange.Piece;
import dev.mssqlcdc.connector.core.KeyRange.Term;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The pieces, one after the other, are what a comparison of whole keys would give. */
class TestKeyRange {

  private static final Comparator<List<Integer>> ORDER =
      (a, b) ->
          IntStream.range(0, a.size())
              .map(i -> a.get(i).compareTo(b.get(i)))
              .filter(c -> c != 0)
              .findFirst()
              .orElse(0);

  /** Keys of one length, few values a column, so that many share their first columns. */
  record Keys(List<List<Integer>> rows, List<Integer> low, List<Integer> high) {}

  @Provide
  Arbitrary<Keys> keys() {
    return Arbitraries.integers()
        .between(1, 4)
        .flatMap(
            columns -> {
              Arbitrary<List<Integer>> key =
                  Arbitraries.integers().between(0, 3).list().ofSize(columns);
              return Combinators.combine(key.list().uniqueElements().ofMaxSize(60), key, key)
                  .as(
                      (rows, a, b) ->
                          ORDER.compare(a, b) <= 0 ? new Keys(rows, a, b) : new Keys(rows, b, a));
            });
  }

  @Property
  void holdsWhatLiesBetweenTheBoundsInOrder(@ForAll("keys") Keys keys) {
    int common = common(keys);
    int columns = keys.low().size();
    List<Piece> pieces = common == columns ? List.of() : KeyRange.between(columns, common);
    List<List<Integer>> expected =
        keys.rows().stream()
            .filter(row -> ORDER.compare(row, keys.low()) > 0)
            .filter(row -> ORDER.compare(row, keys.high()) <= 0)
            .sorted(ORDER)
            .toList();
    assertThat(read(keys, pieces)).isEqualTo(expected);
  }

  @Property
  void holdsEverythingUpToTheUpperBoundInOrder(@ForAll("keys") Keys keys) {
    List<List<Integer>> expected =
        keys.rows().stream()
            .filter(row -> ORDER.compare(row, keys.high()) <= 0)
            .sorted(ORDER)
            .toList();
    assertThat(read(keys, KeyRange.upTo(keys.high().size()))).isEqualTo(expected);
  }

  @Property
  void everyPieceCanBeSought(@ForAll("keys") Keys keys) {
    List<Piece> pieces = new ArrayList<>(KeyRange.upTo(keys.low().size()));
    if (common(keys) < keys.low().size()) {
      pieces.addAll(KeyRange.between(keys.low().size(), common(keys)));
    }
    for (Piece piece : pieces) {
      List<Integer> columns = piece.terms().stream().map(Term::column).distinct().toList();
      assertThat(columns)
          .as("the first columns, without a gap")
          .isEqualTo(IntStream.range(0, columns.size()).boxed().toList());
      int bounded = columns.size() - 1;
      assertThat(piece.terms())
          .allMatch(
              term ->
                  (term.column() < bounded) == (term.comparison() == KeyRange.Comparison.EQUAL));
    }
  }

  private static int common(Keys keys) {
    int columns = keys.low().size();
    return IntStream.range(0, columns)
        .filter(i -> !keys.low().get(i).equals(keys.high().get(i)))
        .findFirst()
        .orElse(columns);
  }

  private static List<List<Integer>> read(Keys keys, List<Piece> pieces) {
    List<List<Integer>> read = new ArrayList<>();
    for (Piece piece : pieces) {
      keys.rows().stream().filter(row -> holds(keys, piece, row)).sorted(ORDER).forEach(read::add);
    }
    return read;
  }

  private static boolean holds(Keys keys, Piece piece, List<Integer> row) {
    return piece.terms().stream()
        .allMatch(
            term -> {
              List<Integer> bound = term.bound() == Bound.LOW ? keys.low() : keys.high();
              int compared = row.get(term.column()).compareTo(bound.get(term.column()));
              return switch (term.comparison()) {
                case EQUAL -> compared == 0;
                case ABOVE -> compared > 0;
                case BELOW -> compared < 0;
                case UP_TO -> compared <= 0;
              };
            });
  }
}
