package dev.mssqlcdc.standin.tds;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.UUID;

/** The parts of TDS that reading and writing values share. */
final class WireFormat {
  static final int NULL_LENGTH = 0xFFFF;
  static final int MAX_LENGTH = 0xFFFF;
  static final Charset CP1252 = Charset.forName("windows-1252");
  static final long DAYS_TO_YEAR_1 = LocalDate.of(1, 1, 1).toEpochDay();
  static final long DAYS_TO_1900 = LocalDate.of(1900, 1, 1).toEpochDay();
  private static final byte[] COLLATION = {0x09, 0x04, (byte) 0xD0, 0x00, 0x34};
  private static final long[] NANOS_PER_TICK = {
    1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100
  };

  private WireFormat() {}

  /** SQL_Latin1_General_CP1_CI_AS. */
  static byte[] collation() {
    return COLLATION.clone();
  }

  static int decimalBytes(int precision) {
    if (precision <= 9) {
      return 5;
    }
    if (precision <= 19) {
      return 9;
    }
    return precision <= 28 ? 13 : 17;
  }

  static int timeBytes(int scale) {
    if (scale <= 2) {
      return 3;
    }
    return scale <= 4 ? 4 : 5;
  }

  static long ticks(LocalTime time, int scale) {
    return time.toNanoOfDay() / NANOS_PER_TICK[scale];
  }

  static LocalTime time(long ticks, int scale) {
    return LocalTime.ofNanoOfDay(ticks * NANOS_PER_TICK[scale]);
  }

  /** The first three groups of a uniqueidentifier are little-endian, the rest is not. */
  static byte[] guid(UUID value) {
    ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    long high = value.getMostSignificantBits();
    bytes.putInt((int) (high >>> 32)).putShort((short) (high >>> 16)).putShort((short) high);
    return bytes.order(ByteOrder.BIG_ENDIAN).putLong(value.getLeastSignificantBits()).array();
  }

  static UUID guid(byte[] value) {
    ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    long group1 = bytes.getInt() & 0xFFFFFFFFL;
    long group2 = bytes.getShort() & 0xFFFFL;
    long group3 = bytes.getShort() & 0xFFFFL;
    long low = bytes.order(ByteOrder.BIG_ENDIAN).getLong();
    return new UUID(group1 << 32 | group2 << 16 | group3, low);
  }

  /** UTF-16 unit by unit: SQL Server keeps a lone surrogate, which a charset would replace. */
  static byte[] unicode(String text) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * text.length()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asCharBuffer().put(text);
    return bytes.array();
  }

  static String unicode(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asCharBuffer().toString();
  }

  static BigInteger unsignedLittleEndian(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = bytes[bytes.length - 1 - i];
    }
    return new BigInteger(1, reversed);
  }
}
