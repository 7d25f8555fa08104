package dev.mssqlcdc.standin.engine;

import java.sql.ResultSet;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Map;
import org.h2.tools.SimpleResultSet;
import org.h2.value.Value;

/** Functions that H2 does not have at all, as H2 calls them. */
public final class MoreFunctions {
  private static final int NANOS_PER_MILLI = 1_000_000;

  private MoreFunctions() {}

  /** The method of each function. */
  static Map<String, String> names() {
    return Map.of(
        "EOMONTH", "endOfMonth",
        "DATEFROMPARTS", "date",
        "DATETIMEFROMPARTS", "dateTime",
        "STUFF", "stuff",
        "QUOTENAME", "quoteName",
        "UNICODE", "unicode",
        "NCHAR", "character",
        "sys.text_reverse", "reverse",
        "sys.string_split", "split");
  }

  /** EOMONTH. */
  public static LocalDate endOfMonth(Value day) {
    return endOfMonth(day, 0);
  }

  /** EOMONTH of some months later. */
  public static LocalDate endOfMonth(Value day, Integer months) {
    if (day.getValueType() == Value.NULL || months == null) {
      return null;
    }
    String date = Conversions.temporalSource(day).getString();
    LocalDate later = LocalDate.parse(date.substring(0, 10)).plusMonths(months);
    return later.withDayOfMonth(later.lengthOfMonth());
  }

  public static LocalDate date(int year, int month, int day) {
    return LocalDate.of(year, month, day);
  }

  public static LocalDateTime dateTime(
      int year, int month, int day, int hour, int minute, int second, int millis) {
    return LocalDateTime.of(year, month, day, hour, minute, second, NANOS_PER_MILLI * millis);
  }

  /** STUFF: null if the place is outside of the text. */
  public static String stuff(String text, Integer start, Integer length, String replacement) {
    if (text == null || start == null || length == null) {
      return null;
    }
    if (start < 1 || start > text.length() || length < 0) {
      return null;
    }
    int end = Math.min(text.length(), start - 1 + length);
    String inserted = replacement == null ? "" : replacement;
    return text.substring(0, start - 1) + inserted + text.substring(end);
  }

  /** QUOTENAME with brackets. */
  public static String quoteName(String name) {
    return name == null ? null : "[" + name.replace("]", "]]") + "]";
  }

  public static Integer unicode(String text) {
    return text == null || text.isEmpty() ? null : Integer.valueOf(text.charAt(0));
  }

  public static String character(Integer code) {
    return code == null || code < 0 || code > Character.MAX_VALUE
        ? null
        : String.valueOf((char) code.intValue());
  }

  public static String reverse(String text) {
    return text == null ? null : new StringBuilder(text).reverse().toString();
  }

  /** STRING_SPLIT; of nothing it makes no rows. */
  public static ResultSet split(String text, String separator) {
    SimpleResultSet rows = new SimpleResultSet();
    rows.addColumn("value", Types.VARCHAR, 4000, 0);
    if (text != null && separator != null && !separator.isEmpty()) {
      int from = 0;
      int found = text.indexOf(separator);
      while (found >= 0) {
        rows.addRow(text.substring(from, found));
        from = found + separator.length();
        found = text.indexOf(separator, from);
      }
      rows.addRow(text.substring(from));
    }
    return rows;
  }
}
