package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** DATEPART, DATENAME and DATEDIFF. */
final class DateFunctions {
  private static final Map<String, String> PARTS = parts();

  private final Rewriter out;

  DateFunctions(Rewriter out) {
    this.out = out;
  }

  void datePart(List<Token> inner) {
    List<List<Token>> arguments = TokenCursor.split(inner);
    if (arguments.size() != 2) {
      throw SqlError.notSupported("this DATEPART", "DATEPART");
    }
    String part = part(arguments.get(0));
    List<Token> from = arguments.get(1);
    switch (part) {
      case "TZOFFSET", "TZ" -> {
        extract("(", "TIMEZONE_HOUR", from);
        extract(" * 60 + ", "TIMEZONE_MINUTE", from);
        out.raw(")");
      }
      case "WEEKDAY", "DW", "W" -> {
        // Sunday is the first day, as under us_english
        extract("(MOD(", "ISO_DAY_OF_WEEK", from);
        out.raw(", 7) + 1)");
      }
      default -> extract("", field("DATEPART", part), from);
    }
  }

  void dateName(List<Token> inner) {
    List<List<Token>> arguments = TokenCursor.split(inner);
    String part = part(arguments.get(0));
    switch (field("DATENAME", part.equals("WEEKDAY") || part.equals("DW") ? "DAY" : part)) {
      case "MONTH" -> call("MONTHNAME", arguments.get(1));
      case "DAY" -> {
        if (part.equals("WEEKDAY") || part.equals("DW")) {
          call("DAYNAME", arguments.get(1));
        } else {
          text("DAY", arguments.get(1));
        }
      }
      default -> text(field("DATENAME", part), arguments.get(1));
    }
  }

  void dateDiff(List<Token> inner) {
    List<List<Token>> arguments = TokenCursor.split(inner);
    if (arguments.size() != 3) {
      throw SqlError.notSupported("this DATEDIFF", "DATEDIFF");
    }
    out.raw(" CAST(DATEDIFF(" + field("DATEDIFF", part(arguments.get(0))));
    for (List<Token> time : arguments.subList(1, 3)) {
      out.raw(", ");
      if (time.get(0).kind() == Token.Kind.STRING) {
        out.raw("CAST(sys.temporal_source(");
        out.emit(time);
        out.raw(") AS TIMESTAMP(7))");
      } else {
        out.emit(time);
      }
    }
    out.raw(") AS INTEGER)");
  }

  private static String part(List<Token> argument) {
    return argument.get(0).text().toUpperCase(Locale.ROOT);
  }

  private static String field(String function, String part) {
    String field = PARTS.get(part);
    if (field == null) {
      throw SqlError.notSupported(function + "(" + part + ")", function);
    }
    return field;
  }

  private void call(String function, List<Token> argument) {
    out.raw(" " + function + "(");
    out.emit(argument);
    out.raw(")");
  }

  private void text(String field, List<Token> from) {
    out.raw(" CAST(");
    extract("", field, from);
    out.raw(" AS VARCHAR(30))");
  }

  private void extract(String before, String field, List<Token> from) {
    out.raw(before + " EXTRACT(" + field + " FROM ");
    out.emit(from);
    out.raw(")");
  }

  private static Map<String, String> parts() {
    Map<String, String> parts = new HashMap<>();
    List.of("YEAR", "YYYY", "YY").forEach(name -> parts.put(name, "YEAR"));
    List.of("QUARTER", "QQ", "Q").forEach(name -> parts.put(name, "QUARTER"));
    List.of("MONTH", "MM", "M").forEach(name -> parts.put(name, "MONTH"));
    List.of("DAY", "DD", "D").forEach(name -> parts.put(name, "DAY"));
    List.of("DAYOFYEAR", "DY", "Y").forEach(name -> parts.put(name, "DAY_OF_YEAR"));
    List.of("HOUR", "HH").forEach(name -> parts.put(name, "HOUR"));
    List.of("MINUTE", "MI", "N").forEach(name -> parts.put(name, "MINUTE"));
    List.of("SECOND", "SS", "S").forEach(name -> parts.put(name, "SECOND"));
    List.of("MILLISECOND", "MS").forEach(name -> parts.put(name, "MILLISECOND"));
    List.of("MICROSECOND", "MCS").forEach(name -> parts.put(name, "MICROSECOND"));
    List.of("NANOSECOND", "NS").forEach(name -> parts.put(name, "NANOSECOND"));
    List.of("ISO_WEEK", "ISOWK", "ISOWW").forEach(name -> parts.put(name, "ISO_WEEK"));
    return Map.copyOf(parts);
  }
}
