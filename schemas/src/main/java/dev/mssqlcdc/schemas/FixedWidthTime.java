package dev.mssqlcdc.schemas;

import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** ISO 8601 text with seven digits of the second: all that SQL Server holds, sorting as time. */
public final class FixedWidthTime {

  private static final int NANOS_PER_TICK = 100;

  private FixedWidthTime() {}

  /** {@code yyyy-MM-ddTHH:mm:ss.fffffff}. */
  public static String of(LocalDateTime time) {
    var text = new StringBuilder(27);
    pad(text, time.getYear(), 4).append('-');
    pad(text, time.getMonthValue(), 2).append('-');
    pad(text, time.getDayOfMonth(), 2).append('T');
    return pad(text, time.toLocalTime()).toString();
  }

  /** {@code HH:mm:ss.fffffff}. */
  public static String of(LocalTime time) {
    return pad(new StringBuilder(16), time).toString();
  }

  /**
   * {@code yyyy-MM-ddTHH:mm:ss.fffffffZ}, in UTC: SQL Server too compares a datetimeoffset by its
   * instant.
   */
  public static String of(OffsetDateTime time) {
    return of(time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()) + "Z";
  }

  private static StringBuilder pad(StringBuilder text, LocalTime time) {
    pad(text, time.getHour(), 2).append(':');
    pad(text, time.getMinute(), 2).append(':');
    pad(text, time.getSecond(), 2).append('.');
    return pad(text, time.getNano() / NANOS_PER_TICK, 7);
  }

  private static StringBuilder pad(StringBuilder text, int value, int width) {
    String digits = String.valueOf(value);
    return text.append("0".repeat(width - digits.length())).append(digits);
  }
}
