package dev.mssqlcdc.connector;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Types of SQL Server with values at their extremes. */
final class TestingTypes {

  private TestingTypes() {}

  /**
   * @param type as declared
   * @param literals values in T-SQL
   * @param expected the same on the wire
   */
  record Case(String type, List<String> literals, List<Object> expected) {
    @Override
    public String toString() {
      return type;
    }
  }

  private static Case of(String type, Object... literalsAndValues) {
    List<String> literals = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < literalsAndValues.length; i += 2) {
      literals.add((String) literalsAndValues[i]);
      values.add(literalsAndValues[i + 1]);
    }
    return new Case(type, literals, values);
  }

  private static long micros(String local) {
    return ChronoUnit.MICROS.between(
        LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), LocalDateTime.parse(local));
  }

  @SuppressWarnings("JavaUtilDate")
  private static Date date(String local) {
    return new Date(TimeUnit.DAYS.toMillis(LocalDate.parse(local).toEpochDay()));
  }

  private static long nanos(String time) {
    return LocalTime.parse(time).toNanoOfDay();
  }

  private static byte[] filled(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 0xFF);
    return bytes;
  }

  static Stream<Case> cases() {
    return Stream.of(
        of("bit", "1", true, "0", false),
        of("tinyint", "255", (short) 255, "0", (short) 0),
        of("smallint", "-32768", Short.MIN_VALUE, "32767", Short.MAX_VALUE),
        of("int", "-2147483648", Integer.MIN_VALUE, "2147483647", Integer.MAX_VALUE),
        of("bigint", "-9223372036854775808", Long.MIN_VALUE, "9223372036854775807", Long.MAX_VALUE),
        of("real", "3.4028235E38", Float.MAX_VALUE, "-1.18E-38", -1.18E-38f, "0", 0f),
        of(
            "float",
            "1.7976931348623157E308",
            Double.MAX_VALUE,
            "-2.2250738585072014E-308",
            -Double.MIN_NORMAL),
        of(
            "decimal(38,0)",
            "99999999999999999999999999999999999999",
            new BigDecimal("99999999999999999999999999999999999999")),
        of(
            "decimal(38,38)",
            "0.99999999999999999999999999999999999999",
            new BigDecimal("0.99999999999999999999999999999999999999"),
            "-0.00000000000000000000000000000000000001",
            new BigDecimal("-1E-38")),
        of("numeric(10,4)", "-1.5", new BigDecimal("-1.5000")),
        of(
            "money",
            "-922337203685477.5808",
            new BigDecimal("-922337203685477.5808"),
            "922337203685477.5807",
            new BigDecimal("922337203685477.5807")),
        of(
            "smallmoney",
            "214748.3647",
            new BigDecimal("214748.3647"),
            "-214748.3648",
            new BigDecimal("-214748.3648")),
        of("date", "'0001-01-01'", date("0001-01-01"), "'9999-12-31'", date("9999-12-31")),
        of(
            "datetime",
            "'1753-01-01T00:00:00.003'",
            micros("1753-01-01T00:00:00.003"),
            "'9999-12-31T23:59:59.997'",
            micros("9999-12-31T23:59:59.997")),
        of(
            "smalldatetime",
            "'1900-01-01T00:00:00'",
            micros("1900-01-01T00:00:00"),
            "'2079-06-06T23:59:00'",
            micros("2079-06-06T23:59:00")),
        of(
            "datetime2(7)",
            "'0001-01-01T00:00:00.0000001'",
            micros("0001-01-01T00:00:00"),
            "'9999-12-31T23:59:59.9999999'",
            micros("9999-12-31T23:59:59.999999")),
        of("datetime2(0)", "'2024-03-31T02:30:00'", micros("2024-03-31T02:30:00")),
        of(
            "datetimeoffset(7)",
            "'0001-01-01T14:00:00.0000001+14:00'",
            "0001-01-01T14:00:00.0000001+14:00",
            "'9999-12-31T09:59:59.9999999-14:00'",
            "9999-12-31T09:59:59.9999999-14:00",
            "'9999-12-31T23:59:59.9999999+00:00'",
            "9999-12-31T23:59:59.9999999Z",
            "'2024-02-29T12:30:00.5-05:30'",
            "2024-02-29T12:30:00.5-05:30"),
        of("time(7)", "'23:59:59.9999999'", nanos("23:59:59.999999900"), "'00:00:00'", 0L),
        of("time(0)", "'23:59:59'", nanos("23:59:59")),
        of("char(3)", "'ab'", "ab ", "''", "   "),
        of("char(8000)", "'x'", "x" + " ".repeat(7999)),
        of("varchar(8000)", "'" + "x".repeat(8000) + "'", "x".repeat(8000), "''", ""),
        of("nvarchar(20)", "N'\u00E4\uD83D\uDE00''\"'", "\u00E4\uD83D\uDE00'\""),
        of("varchar(20)", "'\u20AC\u00FC'", "\u20AC\u00FC"),
        of("nchar(2)", "N'\u4E16'", "\u4E16 "),
        of(
            "nvarchar(4000)",
            "N'" + "\uD83D\uDE00".repeat(2000) + "'",
            "\uD83D\uDE00".repeat(2000),
            "N''",
            ""),
        of(
            "nvarchar(max)",
            "N'" + "a\uD83D\uDE00".repeat(10_000) + "'",
            "a\uD83D\uDE00".repeat(10_000),
            "N''",
            ""),
        of("varchar(max)", "'" + "x".repeat(8001) + "'", "x".repeat(8001), "''", ""),
        of("text", "'" + "x".repeat(8001) + "'", "x".repeat(8001), "''", ""),
        of("ntext", "N'\u00E4\uD83D\uDE00'", "\u00E4\uD83D\uDE00", "N''", ""),
        of("xml", "N'<a b=\"1\">\uD83D\uDE00</a>'", "<a b=\"1\">\uD83D\uDE00</a>"),
        of(
            "uniqueidentifier",
            "'0e984725-c51c-4bf4-9960-e1c80e27aba0'",
            "0E984725-C51C-4BF4-9960-E1C80E27ABA0",
            "'ffffffff-ffff-ffff-ffff-ffffffffffff'",
            "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"),
        of("binary(3)", "0x0102", new byte[] {1, 2, 0}),
        of("varbinary(10)", "0x", new byte[0], "0xFF00", new byte[] {-1, 0}),
        of("varbinary(8000)", "0x" + "FF".repeat(8000), filled(8000)),
        of("varbinary(max)", "0x" + "FF".repeat(8001), filled(8001), "0x", new byte[0]),
        of("image", "0x" + "FF".repeat(8001), filled(8001), "0x", new byte[0]));
  }
}
