package dev.mssqlcdc.connector.core;

import java.util.ArrayList;
import java.util.List;

/**
 * The rows between two keys as disjoint pieces in the key's order. T-SQL cannot compare rows of
 * values, and one long OR would seek on the first column alone: each piece fixes some columns and
 * bounds the next one, which an index can seek.
 */
public final class KeyRange {

  private KeyRange() {}

  /** The ends of a range. */
  public enum Bound {
    /** Not in the range itself. */
    LOW,
    /** The range's last key. */
    HIGH
  }

  /** How a column compares with that column of a bound. */
  public enum Comparison {
    EQUAL("="),
    ABOVE(">"),
    BELOW("<"),
    UP_TO("<=");

    private final String sql;

    Comparison(String sql) {
      this.sql = sql;
    }

    public String sql() {
      return sql;
    }
  }

  /**
   * @param column place in the key, from 0
   */
  public record Term(int column, Comparison comparison, Bound bound) {}

  /**
   * @param terms all of which hold
   */
  public record Piece(List<Term> terms) {}

  /** All keys up to and with the upper bound. */
  public static List<Piece> upTo(int columns) {
    return below(0, columns);
  }

  /**
   * All keys above the lower bound, up to and with the upper one.
   *
   * @param columns of the key
   * @param common how many of the first columns are equal in both bounds; not all of them
   */
  public static List<Piece> between(int columns, int common) {
    List<Piece> pieces = new ArrayList<>();
    if (common == columns - 1) {
      List<Term> terms = equal(common, Bound.HIGH);
      terms.add(new Term(common, Comparison.ABOVE, Bound.LOW));
      terms.add(new Term(common, Comparison.UP_TO, Bound.HIGH));
      pieces.add(new Piece(terms));
      return pieces;
    }
    for (int i = columns - 1; i > common; i--) {
      List<Term> terms = equal(i, Bound.LOW);
      terms.add(new Term(i, Comparison.ABOVE, Bound.LOW));
      pieces.add(new Piece(terms));
    }
    List<Term> middle = equal(common, Bound.HIGH);
    middle.add(new Term(common, Comparison.ABOVE, Bound.LOW));
    middle.add(new Term(common, Comparison.BELOW, Bound.HIGH));
    pieces.add(new Piece(middle));
    pieces.addAll(below(common + 1, columns));
    return pieces;
  }

  private static List<Piece> below(int first, int columns) {
    List<Piece> pieces = new ArrayList<>();
    for (int i = first; i < columns; i++) {
      List<Term> terms = equal(i, Bound.HIGH);
      boolean isLast = i == columns - 1;
      terms.add(new Term(i, isLast ? Comparison.UP_TO : Comparison.BELOW, Bound.HIGH));
      pieces.add(new Piece(terms));
    }
    return pieces;
  }

  private static List<Term> equal(int columns, Bound bound) {
    List<Term> terms = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      terms.add(new Term(i, Comparison.EQUAL, bound));
    }
    return terms;
  }
}
