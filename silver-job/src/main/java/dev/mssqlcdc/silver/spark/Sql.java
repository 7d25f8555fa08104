package dev.mssqlcdc.silver.spark;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Text for Spark SQL. */
final class Sql {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

  private Sql() {}

  /** A name as it is, whatever characters it holds. */
  static String name(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** A field of a struct or a column of an aliased table. */
  static String field(String of, String name) {
    return of + "." + name(name);
  }

  static String table(String path) {
    return "delta." + name(path);
  }

  static String text(String value) {
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  static String time(LocalDateTime value) {
    return "TIMESTAMP_NTZ " + text(TIME.format(value));
  }
}
