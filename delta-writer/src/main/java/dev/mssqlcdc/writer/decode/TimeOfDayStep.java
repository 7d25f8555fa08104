package dev.mssqlcdc.writer.decode;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mssqlcdc.avro.UndecodableException;
import dev.mssqlcdc.writer.delta.RowBuffer;

/**
 * Nanoseconds of the day as {@code HH:mm:ss} and as many digits as the source's type has. For one
 * column: its text lies in an array that is used again for the next.
 */
final class TimeOfDayStep implements FieldStep {

  private static final long DAY = 86_400_000_000_000L;
  private static final int NANO_DIGITS = 9;

  private final byte[] text;

  /**
   * @param digits 0 to 9
   */
  TimeOfDayStep(int digits) {
    text = "00:00:00.000000000".substring(0, digits == 0 ? 8 : 9 + digits).getBytes(US_ASCII);
  }

  @Override
  public void read(AvroCursor in, RowBuffer row, int column) {
    long nanos = in.readLong();
    if (nanos < 0 || nanos >= DAY) {
      throw new UndecodableException(nanos + " ns is no time of day");
    }
    long seconds = nanos / 1_000_000_000;
    put(seconds / 3600, 0, 2);
    put(seconds / 60 % 60, 3, 2);
    put(seconds % 60, 6, 2);
    putFraction(nanos % 1_000_000_000);
    row.setBytes(column, text, 0, text.length);
  }

  private void putFraction(long nanos) {
    int digits = text.length - 9;
    long fraction = nanos;
    for (int i = NANO_DIGITS; i > digits; i--) {
      fraction /= 10;
    }
    put(fraction, 9, digits);
  }

  private void put(long number, int at, int digits) {
    long rest = number;
    for (int i = at + digits - 1; i >= at; i--) {
      text[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }
}
