package dev.mssqlcdc.connector;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * A type of a key's column, with values that the server tells apart.
 *
 * @param type as declared, with its collation
 * @param distinct how many values there are
 * @param literals the values as T-SQL
 */
record KeyColumn(String type, int distinct, Literals literals) {

  private static final int MANY = 1000;
  private static final LocalDateTime START = LocalDateTime.of(2024, 1, 1, 0, 0);
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT);
  private static final DateTimeFormatter TICKS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSS", Locale.ROOT);
  private static final DateTimeFormatter TICKS_AND_OFFSET =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSxxx", Locale.ROOT);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSSS", Locale.ROOT);

  /** The n-th value; where the server finds several texts equal, any of them. */
  @FunctionalInterface
  interface Literals {
    String of(int n, Random random);
  }

  /** Every type that a key may have, and texts under collations of every sort. */
  static final List<KeyColumn> ALL =
      Stream.of(numbers(), times(), bytes(), KeyTexts.columns()).flatMap(s -> s).toList();

  private static KeyColumn of(String type, int distinct, IntFunction<String> literal) {
    return new KeyColumn(type, distinct, (n, random) -> literal.apply(n));
  }

  private static KeyColumn quoted(String type, IntFunction<String> text) {
    return of(type, MANY, n -> "'" + text.apply(n) + "'");
  }

  private static Stream<KeyColumn> numbers() {
    return Stream.of(
        of("bit", 2, String::valueOf),
        of("tinyint", 256, String::valueOf),
        of("smallint", MANY, n -> String.valueOf(65 * n - 32_768)),
        of("int", MANY, n -> String.valueOf(n % 2 == 0 ? n : -n)),
        of("bigint", MANY, n -> String.valueOf((n - MANY / 2) * 18_000_000_000_000_000L)),
        of("decimal(38,10)", MANY, n -> times(n, "1234567890123456789012345.0000000001")),
        of("numeric(9,0)", MANY, n -> times(n, "1999999")),
        of("money", MANY, n -> times(n, "1844674407370.9551")),
        of("smallmoney", MANY, n -> times(n, "429.4967")),
        of("float", MANY, n -> String.valueOf(Math.scalb(1 + n / 1024d, n % 600 - 300))),
        of("real", MANY, n -> String.valueOf(Math.scalb(-1 - n / 1024f, n % 100 - 50))));
  }

  private static String times(int n, String step) {
    return new BigDecimal(step).multiply(BigDecimal.valueOf(n - MANY / 2)).toPlainString();
  }

  private static Stream<KeyColumn> times() {
    return Stream.of(
        quoted("date", n -> LocalDate.of(1, 1, 1).plusDays(3_650L * n).toString()),
        quoted("datetime", n -> MILLIS.format(START.plusNanos(Math.round(n / 0.3) * 1_000_000))),
        quoted("smalldatetime", n -> MILLIS.format(START.plusMinutes(n))),
        quoted("datetime2(0)", n -> MILLIS.format(START.plusSeconds(n))),
        quoted("datetime2(3)", n -> MILLIS.format(START.plusNanos(1_000_000L * n))),
        quoted("datetime2(7)", n -> TICKS.format(START.plusDays(n / 10).plusNanos(100L * n))),
        quoted("datetimeoffset(3)", n -> offset(1_000_000L * n, n)),
        quoted("datetimeoffset(7)", n -> offset(100L * n, n)),
        quoted(
            "time(7)",
            n -> TIME.format(LocalTime.ofNanoOfDay(n / 10 * 80_000_000_000L + 100L * n))));
  }

  /** Moments that follow each other, while the offsets go to and fro. */
  private static String offset(long nanos, int n) {
    return TICKS_AND_OFFSET.format(
        OffsetDateTime.ofInstant(
            Instant.parse("2024-01-01T00:00:00Z").plusNanos(nanos),
            ZoneOffset.ofHours(7 * n % 29 - 14)));
  }

  private static Stream<KeyColumn> bytes() {
    return Stream.of(
        of("binary(4)", MANY, n -> "0x%08X".formatted(n * 0x9E3779B1)),
        of("varbinary(8)", MANY, n -> "0x" + "%04X".formatted(n + 1).replaceFirst("^00", "")),
        quoted(
            "uniqueidentifier",
            n -> new UUID(n * 0x9E3779B97F4A7C15L, n * 0xC2B2AE3D27D4EB4FL).toString()));
  }
}
