package dev.mssqlcdc.standin.model;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates and times as T-SQL writes them in strings, brought into ISO's form. */
public final class TemporalText {
  private static final Pattern DATE =
      Pattern.compile(
          "(?:(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})|(\\d{4})(\\d{2})(\\d{2})"
              + "|(\\d{1,2})([-/.])(\\d{1,2})\\9(\\d{4}))(?=$|[ T])");
  private static final Pattern TIME =
      Pattern.compile(
          "(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.:](\\d{1,9}))?)?(?:\\s*([AP]M))?",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern OFFSET = Pattern.compile("\\s*([+-]\\d{2}:\\d{2}|Z)?\\s*$");

  private TemporalText() {}

  /**
   * {@code yyyy-MM-dd}, {@code HH:mm:ss.f} or both, with an offset if the text has one; a text of
   * another form comes back as it is. {@code 1/2/2024} is the second of January, as in us_english.
   */
  public static String normalized(String text) {
    String stripped = text.strip();
    StringBuilder out = new StringBuilder();
    Matcher date = DATE.matcher(stripped);
    int position = 0;
    if (date.lookingAt()) {
      out.append(date(date));
      position = date.end();
      while (position < stripped.length() && " T".indexOf(stripped.charAt(position)) >= 0) {
        position++;
      }
    }
    Matcher time = TIME.matcher(stripped).region(position, stripped.length());
    if (time.lookingAt()) {
      out.append(out.isEmpty() ? "" : " ").append(time(time));
      position = time.end();
    }
    Matcher offset = OFFSET.matcher(stripped).region(position, stripped.length());
    if (out.isEmpty() || !offset.matches()) {
      return text;
    }
    return out.append(offset.group(1) == null ? "" : zone(offset.group(1))).toString();
  }

  private static String zone(String offset) {
    return offset.equals("Z") ? "+00:00" : offset;
  }

  private static String date(Matcher date) {
    if (date.group(1) != null) {
      return date(date.group(1), date.group(3), date.group(4));
    }
    return date.group(5) != null
        ? date(date.group(5), date.group(6), date.group(7))
        : date(date.group(11), date.group(8), date.group(10));
  }

  private static String date(String year, String month, String day) {
    return String.format(
        Locale.ROOT, "%s-%02d-%02d", year, Integer.parseInt(month), Integer.parseInt(day));
  }

  private static String time(Matcher time) {
    int hour = Integer.parseInt(time.group(1));
    String half = time.group(5);
    if (half != null) {
      hour = hour % 12 + (half.equalsIgnoreCase("PM") ? 12 : 0);
    }
    String second = time.group(3) == null ? "00" : time.group(3);
    String fraction = time.group(4) == null ? "" : "." + time.group(4);
    return String.format(Locale.ROOT, "%02d:%s:%s%s", hour, time.group(2), second, fraction);
  }
}
