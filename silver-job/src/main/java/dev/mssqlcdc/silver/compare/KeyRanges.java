package dev.mssqlcdc.silver.compare;

import java.io.Serializable;
import java.util.OptionalLong;

/**
 * Ranges of one integer, all equally wide but the first and the last, which are open: every number
 * is in one of them.
 *
 * @param min where the second range would begin if the first were empty
 * @param width of a range, unsigned
 * @param count of the ranges, at least 1
 */
public record KeyRanges(long min, long width, int count) implements Serializable {

  private static final long MOST = 10_000;
  private static final long WIDEST = -1;

  /**
   * Ranges for keys between two numbers.
   *
   * @param rows how many rows there are, about
   * @param perRange how many of them are to be in a range
   */
  public static KeyRanges of(long min, long max, long rows, long perRange) {
    long wanted = Math.max(1, Math.min(MOST, (rows + perRange - 1) / perRange));
    if (wanted == 1) {
      return new KeyRanges(min, WIDEST, 1);
    }
    // the difference of two longs is right as an unsigned one, even where it overflows
    long span = max - min;
    long width = Long.divideUnsigned(span, wanted) + 1;
    return new KeyRanges(min, width, (int) Long.divideUnsigned(span, width) + 1);
  }

  /** The range of a number. */
  public int index(long key) {
    if (key < min) {
      return 0;
    }
    long index = Long.divideUnsigned(key - min, width);
    return Long.compareUnsigned(index, count) < 0 ? (int) index : count - 1;
  }

  /** The least number of a range; none for the first. */
  public OptionalLong from(int range) {
    return range == 0 ? OptionalLong.empty() : OptionalLong.of(min + range * width);
  }

  /** The least number of the next range; none for the last. */
  public OptionalLong to(int range) {
    return range == count - 1 ? OptionalLong.empty() : from(range + 1);
  }
}
