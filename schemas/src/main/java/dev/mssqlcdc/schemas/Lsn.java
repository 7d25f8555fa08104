package dev.mssqlcdc.schemas;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * A log sequence number: 10 unsigned bytes (VLF, block, slot), unique and ordered within one
 * database. Its text form is {@code 0x} and 20 upper-case hex digits, so text order is numeric
 * order and commit order. {@code __$seqval} has the same form.
 *
 * @param high the first two bytes, 0 to 65535
 * @param low the last eight bytes, unsigned
 * @see <a
 *     href="https://learn.microsoft.com/sql/relational-databases/system-tables/cdc-lsn-time-mapping-transact-sql">cdc.lsn_time_mapping</a>
 */
public record Lsn(int high, long low) implements Comparable<Lsn> {

  /** The length of an LSN in bytes, as SQL Server's {@code binary(10)} holds it. */
  public static final int LENGTH = 10;

  /** Below every LSN that a server gives out: "no position". */
  public static final Lsn ZERO = new Lsn(0, 0);

  /** The highest LSN. */
  public static final Lsn MAX = new Lsn(0xFFFF, -1L);

  private static final int HIGH_MAX = 0xFFFF;
  private static final int TEXT_LENGTH = 2 + 2 * LENGTH;
  private static final int HIGH_DIGITS = 4;
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  public Lsn {
    if (high < 0 || high > HIGH_MAX) {
      throw new IllegalArgumentException("LSN high part out of range: " + high);
    }
  }

  /**
   * Reads the 10 bytes of a {@code binary(10)}.
   *
   * @throws IllegalArgumentException unless there are exactly 10 bytes
   */
  public static Lsn of(byte[] bytes) {
    if (bytes.length != LENGTH) {
      throw new IllegalArgumentException(
          "an LSN has " + LENGTH + " bytes, got " + bytes.length + ": " + HEX.formatHex(bytes));
    }
    int high = ((bytes[0] & 0xFF) << 8) | (bytes[1] & 0xFF);
    long low = 0;
    for (int i = 2; i < LENGTH; i++) {
      low = (low << 8) | (bytes[i] & 0xFF);
    }
    return new Lsn(high, low);
  }

  /**
   * Reads the text form.
   *
   * @throws IllegalArgumentException unless the text is {@code 0x} and 20 hex digits
   */
  public static Lsn parse(String text) {
    byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
    return parse(ascii, 0, ascii.length);
  }

  /**
   * Reads the text form out of ASCII or UTF-8 bytes.
   *
   * @throws IllegalArgumentException unless the text is {@code 0x} and 20 hex digits
   */
  public static Lsn parse(byte[] text, int from, int length) {
    if (!isLsn(text, from, length)) {
      throw new IllegalArgumentException(
          "not an LSN (0x and 20 hex digits expected): '"
              + new String(text, from, length, StandardCharsets.UTF_8)
              + "'");
    }
    int low = from + 2 + HIGH_DIGITS;
    return new Lsn((int) hex(text, from + 2, low), hex(text, low, from + length));
  }

  private static boolean isLsn(byte[] text, int from, int length) {
    if (length != TEXT_LENGTH || text[from] != '0' || (text[from + 1] | ('x' - 'X')) != 'x') {
      return false;
    }
    for (int i = from + 2; i < from + length; i++) {
      if (!HexFormat.isHexDigit(text[i])) {
        return false;
      }
    }
    return true;
  }

  private static long hex(byte[] text, int from, int to) {
    long value = 0;
    for (int i = from; i < to; i++) {
      value = (value << 4) | HexFormat.fromHexDigit(text[i]);
    }
    return value;
  }

  /** A new array of the 10 bytes. */
  public byte[] toBytes() {
    byte[] bytes = new byte[LENGTH];
    bytes[0] = (byte) (high >>> 8);
    bytes[1] = (byte) high;
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[2 + i] = (byte) (low >>> (8 * (Long.BYTES - 1 - i)));
    }
    return bytes;
  }

  public boolean isZero() {
    return high == 0 && low == 0;
  }

  /**
   * The LSN that follows, as {@code sys.fn_cdc_increment_lsn}.
   *
   * @throws ArithmeticException past the highest LSN
   */
  public Lsn next() {
    if (low != -1L) {
      return new Lsn(high, low + 1);
    }
    if (high == HIGH_MAX) {
      throw new ArithmeticException("no LSN follows " + this);
    }
    return new Lsn(high + 1, 0);
  }

  /**
   * The LSN before, as {@code sys.fn_cdc_decrement_lsn}.
   *
   * @throws ArithmeticException below {@link #ZERO}
   */
  public Lsn previous() {
    if (low != 0) {
      return new Lsn(high, low - 1);
    }
    if (high == 0) {
      throw new ArithmeticException("no LSN precedes " + this);
    }
    return new Lsn(high - 1, -1L);
  }

  public static Lsn max(Lsn a, Lsn b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  public static Lsn min(Lsn a, Lsn b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  @Override
  public int compareTo(Lsn other) {
    int byHigh = Integer.compare(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }

  /** {@code 0x} and 20 upper-case hex digits. */
  @Override
  public String toString() {
    char[] text = new char[TEXT_LENGTH];
    text[0] = '0';
    text[1] = 'x';
    hex(high, HIGH_DIGITS, text, 2);
    hex(low, 16, text, 2 + HIGH_DIGITS);
    return new String(text);
  }

  private static void hex(long value, int digits, char[] into, int at) {
    for (int i = 0; i < digits; i++) {
      int nibble = (int) (value >>> (4 * (digits - 1 - i))) & 0xF;
      into[at + i] = (char) (nibble < 10 ? '0' + nibble : 'A' + nibble - 10);
    }
  }
}
