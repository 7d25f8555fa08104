package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.SqlError;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.Temporal;
import java.util.Locale;
import org.h2.value.Value;

/** Dates and times as text, in the styles of CONVERT. */
final class TemporalStyles {
  private static final int ODBC_WITH_FRACTION = 121;
  private static final int DATETIME_DIGITS = 3;

  private TemporalStyles() {}

  /**
   * The text of a value.
   *
   * @param iso how H2 writes the value
   * @param kind H2's type of value
   * @param type the name of the declared type, empty if it is not known
   * @param scale the declared fraction digits
   * @param style -1 for none
   */
  static String text(String iso, int kind, String type, int scale, int style) {
    boolean old = type.equals("DATETIME") || type.equals("SMALLDATETIME");
    boolean needsType = kind != Value.DATE && type.isEmpty();
    if (needsType && (style < 0 || isFractional(style))) {
      throw SqlError.notSupported("a time of no declared type as text", "CONVERT " + style);
    }
    int shown = style >= 0 ? style : old ? 0 : ODBC_WITH_FRACTION;
    int digits = old ? (type.equals("DATETIME") ? DATETIME_DIGITS : 0) : scale;
    return format(temporal(iso.replace(' ', 'T'), kind), kind, shown, digits);
  }

  private static boolean isFractional(int style) {
    return switch (style) {
      case 9, 109, 13, 113, 14, 114, 21, 25, 121, 126, 127 -> true;
      default -> false;
    };
  }

  private static Temporal temporal(String iso, int kind) {
    return switch (kind) {
      case Value.DATE -> LocalDate.parse(iso);
      case Value.TIME -> LocalTime.parse(iso);
      case Value.TIMESTAMP -> LocalDateTime.parse(iso);
      default -> OffsetDateTime.parse(iso.matches(".*[+-]\\d\\d$") ? iso + ":00" : iso);
    };
  }

  private static String format(Temporal value, int kind, int style, int digits) {
    boolean date = kind != Value.TIME;
    boolean time = kind != Value.DATE;
    String seconds = "HH:mm:ss" + fraction(digits);
    String offset = kind == Value.TIMESTAMP_TZ ? " xxx" : "";
    String pattern =
        switch (style) {
          case 0, 100 -> join(date ? "MMM ppd yyyy" : "", time ? "pph:mma" : "");
          case 1 -> "MM/dd/yy";
          case 101 -> "MM/dd/yyyy";
          case 2 -> "yy.MM.dd";
          case 102 -> "yyyy.MM.dd";
          case 3 -> "dd/MM/yy";
          case 103 -> "dd/MM/yyyy";
          case 104 -> "dd.MM.yyyy";
          case 105 -> "dd-MM-yyyy";
          case 110 -> "MM-dd-yyyy";
          case 111 -> "yyyy/MM/dd";
          case 12 -> "yyMMdd";
          case 112 -> "yyyyMMdd";
          case 23 -> "yyyy-MM-dd";
          case 8, 24, 108 -> "HH:mm:ss";
          case 20, 120 -> join(date ? "yyyy-MM-dd" : "", time ? "HH:mm:ss" : "") + offset;
          case 21, 25, 121 -> join(date ? "yyyy-MM-dd" : "", time ? seconds : "") + offset;
          case 126 -> iso(value, date, time, digits) + offset.strip();
          case 127 -> iso(value, date, time, digits) + (offset.isEmpty() ? "" : "'Z'");
          default -> throw SqlError.notSupported("the style " + style + " of a date", "CONVERT");
        };
    Temporal shown =
        style == 127 && value instanceof OffsetDateTime instant
            ? instant.withOffsetSameInstant(ZoneOffset.UTC)
            : value;
    return DateTimeFormatter.ofPattern(pattern, Locale.US).format(shown);
  }

  /** Without a fraction where it is zero. */
  private static String iso(Temporal value, boolean date, boolean time, int digits) {
    boolean whole = !time || value.get(ChronoField.NANO_OF_SECOND) == 0;
    String seconds = "HH:mm:ss" + (whole ? "" : fraction(digits));
    String separator = date && time ? "'T'" : "";
    return (date ? "yyyy-MM-dd" : "") + separator + (time ? seconds : "");
  }

  private static String fraction(int digits) {
    return digits == 0 ? "" : "." + "S".repeat(digits);
  }

  private static String join(String date, String time) {
    return date.isEmpty() || time.isEmpty() ? date + time : date + " " + time;
  }
}
