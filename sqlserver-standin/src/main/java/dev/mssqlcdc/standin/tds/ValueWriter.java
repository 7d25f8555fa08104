package dev.mssqlcdc.standin.tds;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.Charset;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;

/** Values of a ROW token. */
final class ValueWriter {
  private static final long TICKS_PER_DAY = 24L * 60 * 60 * 300;
  private static final int HALF_A_MINUTE = 30;
  private static final int TEXT_POINTER = 16;

  private ValueWriter() {}

  static void write(PacketWriter out, SqlType type, Object value) {
    switch (type.name()) {
      case CHAR, VARCHAR, NCHAR, NVARCHAR -> string(out, type, (String) value);
      case XML -> chunked(out, value == null ? null : unicode((String) value));
      case BINARY, VARBINARY, ROWVERSION -> binary(out, type, (byte[]) value);
      case TEXT -> lob(out, value == null ? null : ((String) value).getBytes(codePage(type)));
      case NTEXT -> lob(out, value == null ? null : unicode((String) value));
      case IMAGE -> lob(out, (byte[]) value);
      default -> {
        if (value == null) {
          out.u8(0);
        } else {
          fixed(out, type, value);
        }
      }
    }
  }

  private static void fixed(PacketWriter out, SqlType type, Object value) {
    switch (type.name()) {
      case BIT -> integer(out, Boolean.TRUE.equals(value) ? 1 : 0, 1);
      case TINYINT -> integer(out, ((Number) value).longValue(), 1);
      case SMALLINT -> integer(out, ((Number) value).longValue(), 2);
      case INT -> integer(out, ((Number) value).longValue(), 4);
      case BIGINT -> integer(out, ((Number) value).longValue(), 8);
      case REAL -> integer(out, Float.floatToRawIntBits(((Number) value).floatValue()), 4);
      case FLOAT -> integer(out, Double.doubleToRawLongBits(((Number) value).doubleValue()), 8);
      case DECIMAL, NUMERIC -> decimal(out, type, (BigDecimal) value);
      case MONEY -> {
        long units = units((BigDecimal) value);
        out.u8(8);
        out.i32((int) (units >> 32));
        out.i32((int) units);
      }
      case SMALLMONEY -> integer(out, units((BigDecimal) value), 4);
      case UNIQUEIDENTIFIER -> {
        out.u8(16);
        out.bytes(WireFormat.guid((UUID) value));
      }
      case DATE, TIME, DATETIME2, DATETIMEOFFSET, DATETIME, SMALLDATETIME ->
          temporal(out, type, value);
      default -> throw SqlError.notSupported("reading a value of this type", type.name().sqlName());
    }
  }

  private static void temporal(PacketWriter out, SqlType type, Object value) {
    switch (type.name()) {
      case DATE -> {
        out.u8(3);
        date(out, (LocalDate) value);
      }
      case TIME -> {
        out.u8(WireFormat.timeBytes(type.scale()));
        time(out, type, (LocalTime) value);
      }
      case DATETIME2 -> {
        LocalDateTime at = (LocalDateTime) value;
        out.u8(WireFormat.timeBytes(type.scale()) + 3);
        time(out, type, at.toLocalTime());
        date(out, at.toLocalDate());
      }
      case DATETIMEOFFSET -> {
        OffsetDateTime at = (OffsetDateTime) value;
        LocalDateTime utc = at.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
        out.u8(WireFormat.timeBytes(type.scale()) + 5);
        time(out, type, utc.toLocalTime());
        date(out, utc.toLocalDate());
        out.u16(at.getOffset().getTotalSeconds() / 60);
      }
      case DATETIME -> datetime(out, (LocalDateTime) value);
      default -> {
        LocalDateTime at = ((LocalDateTime) value).plusSeconds(HALF_A_MINUTE);
        out.u8(4);
        out.u16((int) (at.toLocalDate().toEpochDay() - WireFormat.DAYS_TO_1900));
        out.u16(at.getHour() * 60 + at.getMinute());
      }
    }
  }

  /** A datetime counts three-hundredths of a second. */
  private static void datetime(PacketWriter out, LocalDateTime at) {
    long days = at.toLocalDate().toEpochDay() - WireFormat.DAYS_TO_1900;
    long ticks = Math.round(at.toLocalTime().toNanoOfDay() * 3 / 1e7);
    out.u8(8);
    out.i32((int) (ticks == TICKS_PER_DAY ? days + 1 : days));
    out.i32((int) (ticks % TICKS_PER_DAY));
  }

  private static void date(PacketWriter out, LocalDate date) {
    out.little(date.toEpochDay() - WireFormat.DAYS_TO_YEAR_1, 3);
  }

  private static void time(PacketWriter out, SqlType type, LocalTime time) {
    out.little(WireFormat.ticks(time, type.scale()), WireFormat.timeBytes(type.scale()));
  }

  private static void integer(PacketWriter out, long value, int bytes) {
    out.u8(bytes);
    out.little(value, bytes);
  }

  private static long units(BigDecimal value) {
    return value.setScale(4, RoundingMode.HALF_UP).unscaledValue().longValueExact();
  }

  private static void decimal(PacketWriter out, SqlType type, BigDecimal value) {
    BigInteger units = value.setScale(type.scale(), RoundingMode.HALF_UP).unscaledValue();
    int bytes = WireFormat.decimalBytes(type.precision()) - 1;
    out.u8(bytes + 1);
    out.u8(units.signum() < 0 ? 0 : 1);
    if (units.bitLength() < Long.SIZE) {
      long magnitude = Math.abs(units.longValue());
      out.little(magnitude, Math.min(Long.BYTES, bytes));
      out.little(0, Math.max(0, bytes - Long.BYTES));
      return;
    }
    byte[] magnitude = units.abs().toByteArray();
    for (int i = magnitude.length - 1; i >= magnitude.length - bytes; i--) {
      out.u8(i >= 0 ? magnitude[i] : 0);
    }
  }

  private static void string(PacketWriter out, SqlType type, String value) {
    boolean unicode = type.name() == SqlTypeName.NCHAR || type.name() == SqlTypeName.NVARCHAR;
    if (type.isMax()) {
      chunked(
          out, value == null ? null : unicode ? unicode(value) : value.getBytes(codePage(type)));
      return;
    }
    if (value == null) {
      out.u16(WireFormat.NULL_LENGTH);
      return;
    }
    boolean padded = type.name() == SqlTypeName.CHAR || type.name() == SqlTypeName.NCHAR;
    String text = padded ? pad(value, type.length()) : value;
    if (unicode) {
      out.u16(2 * text.length());
      out.utf16(text);
    } else {
      byte[] bytes = text.getBytes(codePage(type));
      out.u16(bytes.length);
      out.bytes(bytes);
    }
  }

  private static Charset codePage(SqlType type) {
    return type.collation().language().codePage();
  }

  private static String pad(String text, int length) {
    return text.length() >= length ? text : text + " ".repeat(length - text.length());
  }

  private static void binary(PacketWriter out, SqlType type, byte[] value) {
    if (type.isMax()) {
      chunked(out, value);
    } else if (value == null) {
      out.u16(WireFormat.NULL_LENGTH);
    } else {
      out.u16(value.length);
      out.bytes(value);
    }
  }

  /** Partially length-prefixed: the total, the chunks, an empty chunk. */
  private static void chunked(PacketWriter out, byte[] value) {
    if (value == null) {
      out.i64(-1);
      return;
    }
    out.i64(value.length);
    if (value.length > 0) {
      out.i32(value.length);
      out.bytes(value);
    }
    out.i32(0);
  }

  /**
   * text, ntext and image: a pointer and a timestamp, which no client looks into, then the value.
   */
  private static void lob(PacketWriter out, byte[] value) {
    if (value == null) {
      out.u8(0);
      return;
    }
    out.u8(TEXT_POINTER);
    out.bytes(new byte[TEXT_POINTER]);
    out.i64(0);
    out.i32(value.length);
    out.bytes(value);
  }

  private static byte[] unicode(String value) {
    return WireFormat.unicode(value);
  }
}
