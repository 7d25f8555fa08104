package dev.mssqlcdc.standin.tds;

import dev.mssqlcdc.standin.model.SqlError;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** A parameter of a remote procedure call: TYPE_INFO, then the value. */
final class ParameterReader {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int SHORT_DATETIME = 4;

  private ParameterReader() {}

  static Object read(Message in) {
    int token = in.u8();
    return switch (token) {
      case 0x26 -> integer(in);
      case 0x68 -> bit(in);
      case 0x6D -> floating(in);
      case 0x6A, 0x6C -> decimal(in);
      case 0x6E -> money(in);
      case 0x28, 0x29, 0x2A, 0x2B, 0x6F -> temporal(in, token);
      case 0x24 -> guid(in);
      case 0xE7, 0xEF -> unicode(in);
      case 0xA7, 0xAF -> string(in);
      case 0xA5, 0xAD -> sizedBytes(in, in.u16());
      case 0xF1 -> xml(in);
      case 0x63 -> unicodeLob(in);
      case 0x23 -> lobText(in);
      case 0x22 -> lob(in);
      default ->
          throw SqlError.notSupported(
              "a parameter of TDS type 0x" + Integer.toHexString(token), "remote procedure call");
    };
  }

  private static Object integer(Message in) {
    in.u8();
    int length = in.u8();
    return switch (length) {
      case 0 -> null;
      case 1 -> in.u8();
      case 2 -> (int) (short) in.u16();
      case 4 -> in.i32();
      default -> in.i64();
    };
  }

  private static Object bit(Message in) {
    in.u8();
    return in.u8() == 0 ? null : in.u8() != 0;
  }

  private static Object floating(Message in) {
    in.u8();
    return switch (in.u8()) {
      case 0 -> null;
      case 4 -> Float.intBitsToFloat(in.i32());
      default -> Double.longBitsToDouble(in.i64());
    };
  }

  private static Object decimal(Message in) {
    in.u16();
    int scale = in.u8();
    int length = in.u8();
    if (length == 0) {
      return null;
    }
    boolean negative = in.u8() == 0;
    BigInteger units = WireFormat.unsignedLittleEndian(in.bytes(length - 1));
    return new BigDecimal(negative ? units.negate() : units, scale);
  }

  private static Object money(Message in) {
    in.u8();
    return switch (in.u8()) {
      case 0 -> null;
      case 4 -> BigDecimal.valueOf(in.i32(), 4);
      default -> {
        long high = in.i32();
        yield BigDecimal.valueOf(high << 32 | (in.i32() & 0xFFFFFFFFL), 4);
      }
    };
  }

  private static Object temporal(Message in, int token) {
    if (token == 0x28) {
      return in.u8() == 0 ? null : date(in);
    }
    int scale = in.u8();
    int length = in.u8();
    if (length == 0) {
      return null;
    }
    return switch (token) {
      case 0x29 -> WireFormat.time(in.unsigned(length), scale);
      case 0x2A -> dateTime(in, length - 3, scale);
      case 0x2B -> {
        LocalDateTime utc = dateTime(in, length - 5, scale);
        ZoneOffset offset = ZoneOffset.ofTotalSeconds(60 * (short) in.u16());
        yield utc.atOffset(ZoneOffset.UTC).withOffsetSameInstant(offset);
      }
      default -> legacyDateTime(in, length);
    };
  }

  private static LocalDateTime dateTime(Message in, int timeBytes, int scale) {
    var time = WireFormat.time(in.unsigned(timeBytes), scale);
    return date(in).atTime(time);
  }

  private static LocalDate date(Message in) {
    return LocalDate.ofEpochDay(in.unsigned(3) + WireFormat.DAYS_TO_YEAR_1);
  }

  private static LocalDateTime legacyDateTime(Message in, int length) {
    if (length == SHORT_DATETIME) {
      LocalDate day = LocalDate.ofEpochDay(WireFormat.DAYS_TO_1900 + in.u16());
      return day.atStartOfDay().plusMinutes(in.u16());
    }
    LocalDate day = LocalDate.ofEpochDay(WireFormat.DAYS_TO_1900 + in.i32());
    return day.atStartOfDay().plusNanos(Math.round(in.i32() * 10 / 3.0) * NANOS_PER_MILLI);
  }

  private static Object guid(Message in) {
    in.u8();
    return in.u8() == 0 ? null : WireFormat.guid(in.bytes(16));
  }

  private static Object unicode(Message in) {
    int length = in.u16();
    collation(in);
    byte[] bytes = sizedBytes(in, length);
    return bytes == null ? null : WireFormat.unicode(bytes);
  }

  private static Object string(Message in) {
    int length = in.u16();
    Charset codePage = WireFormat.codePage(collation(in));
    byte[] bytes = sizedBytes(in, length);
    return bytes == null ? null : new String(bytes, codePage);
  }

  private static byte[] collation(Message in) {
    return in.bytes(WireFormat.collation().length);
  }

  private static byte[] sizedBytes(Message in, int declared) {
    if (declared == WireFormat.MAX_LENGTH) {
      return chunked(in);
    }
    int length = in.u16();
    return length == WireFormat.NULL_LENGTH ? null : in.bytes(length);
  }

  private static Object xml(Message in) {
    if (in.u8() != 0) {
      throw SqlError.notSupported("an XML schema collection", "remote procedure call");
    }
    byte[] bytes = chunked(in);
    return bytes == null ? null : WireFormat.unicode(bytes);
  }

  private static Object unicodeLob(Message in) {
    in.i32();
    collation(in);
    int length = in.i32();
    return length < 0 ? null : WireFormat.unicode(in.bytes(length));
  }

  private static Object lobText(Message in) {
    in.i32();
    Charset codePage = WireFormat.codePage(collation(in));
    int length = in.i32();
    return length < 0 ? null : new String(in.bytes(length), codePage);
  }

  private static Object lob(Message in) {
    in.i32();
    int length = in.i32();
    return length < 0 ? null : in.bytes(length);
  }

  private static byte[] chunked(Message in) {
    if (in.i64() == -1) {
      return null;
    }
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (int length = in.i32(); length != 0; length = in.i32()) {
      joined.writeBytes(in.bytes(length));
    }
    return joined.toByteArray();
  }
}
