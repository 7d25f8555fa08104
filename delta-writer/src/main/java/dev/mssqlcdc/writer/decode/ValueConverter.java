package dev.mssqlcdc.writer.decode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.apache.avro.util.Utf8;

/** Makes a column's value out of an Avro value that is not null. */
@FunctionalInterface
interface ValueConverter {

  ValueConverter SAME = value -> value;

  ValueConverter TEXT =
      value ->
          value instanceof Utf8 text
              ? ByteBuffer.wrap(text.getBytes(), 0, text.getByteLength())
              : value.toString();

  ValueConverter ZONED = value -> micros(OffsetDateTime.parse(value.toString()).toInstant());

  Object convert(Object value);

  /** Connect's decimal: the unscaled value's bytes. */
  static ValueConverter decimal(int precision, int scale) {
    BigInteger limit = BigInteger.TEN.pow(precision);
    return value -> {
      ByteBuffer buffer = ((ByteBuffer) value).duplicate();
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      BigInteger unscaled = new BigInteger(bytes);
      if (unscaled.abs().compareTo(limit) >= 0) {
        throw new ArithmeticException("a decimal has more than %d digits".formatted(precision));
      }
      return new BigDecimal(unscaled, scale);
    };
  }

  /**
   * Nanoseconds of the day as {@code HH:mm:ss} and as many digits as the source's type has.
   *
   * @param digits 0 to 9
   */
  static ValueConverter timeOfDay(int digits) {
    return value -> timeText((Long) value, digits);
  }

  private static String timeText(long nanos, int digits) {
    long seconds = nanos / 1_000_000_000;
    StringBuilder text = new StringBuilder(18);
    twoDigits(text, seconds / 3600).append(':');
    twoDigits(text, seconds / 60 % 60).append(':');
    twoDigits(text, seconds % 60);
    if (digits > 0) {
      String fraction = Long.toString(1_000_000_000 + nanos % 1_000_000_000);
      text.append('.').append(fraction, 1, 1 + digits);
    }
    return text.toString();
  }

  private static StringBuilder twoDigits(StringBuilder text, long number) {
    return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }

  private static long micros(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000);
  }
}
