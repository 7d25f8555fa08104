package dev.mssqlcdc.writer.delta;

import java.math.BigInteger;
import java.util.Arrays;

/** Decimals as Parquet stores them: by their digits an int, a long or bytes of a fixed length. */
final class Decimals {

  private static final int INT_DIGITS = 9;
  private static final int LONG_DIGITS = 18;

  // 10 to the power of the index.
  private static final long[] POWERS = new long[LONG_DIGITS + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = 10 * POWERS[i - 1];
    }
  }

  private Decimals() {}

  static boolean isInt(int precision) {
    return precision <= INT_DIGITS;
  }

  /** Whether it is an int or a long. */
  static boolean isNumber(int precision) {
    return precision <= LONG_DIGITS;
  }

  /** Bytes of a wider one: the fewest that hold its digits and the sign. */
  static int length(int precision) {
    double bits = precision * (Math.log(10) / Math.log(2));
    return (int) Math.ceil((bits + 1) / Byte.SIZE);
  }

  /**
   * The value of big-endian bytes.
   *
   * @throws ArithmeticException when it has more digits than the precision
   */
  static long number(int precision, byte[] unscaled, int start, int length) {
    int first = significant(unscaled, start, length);
    if (start + length - first > Long.BYTES) {
      throw tooLong(precision);
    }
    long value = unscaled[first];
    for (int i = first + 1; i < start + length; i++) {
      value = (value << Byte.SIZE) | (unscaled[i] & 0xFF);
    }
    long limit = POWERS[precision];
    if (value >= limit || value <= -limit) {
      throw tooLong(precision);
    }
    return value;
  }

  /**
   * Puts big-endian bytes into as many as its precision takes, which is more than a long's.
   *
   * @throws ArithmeticException when the value does not fit
   */
  static void fill(byte[] fixed, int precision, byte[] unscaled, int start, int length) {
    int first = significant(unscaled, start, length);
    int used = start + length - first;
    if (used > fixed.length
        || (used == fixed.length && isTooLong(precision, unscaled, first, used))) {
      throw tooLong(precision);
    }
    Arrays.fill(fixed, 0, fixed.length - used, (byte) (unscaled[first] >> (Byte.SIZE - 1)));
    System.arraycopy(unscaled, first, fixed, fixed.length - used, used);
  }

  /** Where the bytes begin that are more than a repetition of the sign. */
  private static int significant(byte[] unscaled, int start, int length) {
    if (length == 0) {
      throw new ArithmeticException("a decimal has no bytes");
    }
    int first = start;
    int last = start + length - 1;
    while (first < last
        && (unscaled[first] == 0 || unscaled[first] == -1)
        && (unscaled[first] ^ unscaled[first + 1]) >= 0) {
      first++;
    }
    return first;
  }

  // With fewer bytes than there are for it, it never is.
  private static boolean isTooLong(int precision, byte[] unscaled, int start, int length) {
    BigInteger value = new BigInteger(unscaled, start, length);
    return value.abs().compareTo(BigInteger.TEN.pow(precision)) >= 0;
  }

  private static ArithmeticException tooLong(int precision) {
    return new ArithmeticException("a decimal has more than " + precision + " digits");
  }
}
