package dev.mssqlcdc.standin.tds;

import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.Language;
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
  static final long DAYS_TO_YEAR_1 = LocalDate.of(1, 1, 1).toEpochDay();
  static final long DAYS_TO_1900 = LocalDate.of(1900, 1, 1).toEpochDay();
  private static final int LOCALE_BITS = 0xFFFFF;
  private static final int IGNORE_CASE = 1 << 20;
  private static final int IGNORE_ACCENT = 1 << 21;
  private static final int IGNORE_KANA = 1 << 22;
  private static final int IGNORE_WIDTH = 1 << 23;
  private static final int BINARY = 1 << 24;
  private static final int BINARY2 = 1 << 25;
  private static final int VERSION_100 = 2 << 28;
  private static final int SORT_ID_CI_AS = 52;
  private static final int SORT_ID_CS_AS = 51;
  private static final int SORT_ID_CI_AI = 54;
  private static final long[] NANOS_PER_TICK = {
    1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100
  };

  private WireFormat() {}

  /** SQL_Latin1_General_CP1_CI_AS. */
  static byte[] collation() {
    return collation(Collation.SERVER_DEFAULT);
  }

  /** The five bytes that name a collation: locale and flags, and the sort id of the oldest ones. */
  static byte[] collation(Collation collation) {
    String name = collation.orElse(Collation.SERVER_DEFAULT).name();
    int info = collation.language().locale();
    info |= name.contains("_100_") ? VERSION_100 : 0;
    if (name.endsWith("_BIN2")) {
      info |= BINARY2;
    } else if (name.endsWith("_BIN")) {
      info |= BINARY;
    } else {
      info |= name.contains("_CI_") ? IGNORE_CASE : 0;
      info |= name.contains("_AI") ? IGNORE_ACCENT : 0;
      info |= name.contains("_KS") ? 0 : IGNORE_KANA;
      info |= name.contains("_WS") ? 0 : IGNORE_WIDTH;
    }
    return ByteBuffer.allocate(5)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(info)
        .put((byte) (name.startsWith("SQL_") ? sortId(name) : 0))
        .array();
  }

  private static int sortId(String name) {
    if (name.endsWith("_CS_AS")) {
      return SORT_ID_CS_AS;
    }
    return name.endsWith("_CI_AI") ? SORT_ID_CI_AI : SORT_ID_CI_AS;
  }

  /** The code page of strings under a collation of the wire. */
  static Charset codePage(byte[] collation) {
    int info = ByteBuffer.wrap(collation).order(ByteOrder.LITTLE_ENDIAN).getInt();
    return Language.of(info & LOCALE_BITS).codePage();
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
