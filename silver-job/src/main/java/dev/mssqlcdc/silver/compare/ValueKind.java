package dev.mssqlcdc.silver.compare;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/**
 * The one form in which both sides give the values of a column, whatever types they have: a value
 * of a column that was widened since is the same value.
 */
public enum ValueKind {
  /** {@link Boolean}. */
  BOOLEAN,
  /** {@link Number}, without a fraction. */
  INTEGER,
  /** {@link BigDecimal} of any scale. */
  DECIMAL,
  /** {@link Number}, 32 or 64 bits. */
  FLOAT,
  /** {@link Number}: days since 1970. */
  DATE,
  /** {@link Number}: microseconds since 1970, without a zone. */
  LOCAL_TIME,
  /** {@link Number}: microseconds since 1970 UTC. */
  INSTANT,
  /** {@link String} in ISO form with any number of digits, which silver gets from its type. */
  TIME_OF_DAY,
  /** {@link String}. */
  TEXT,
  /** {@link String} of fixed width: a datetime2 in a key. */
  LOCAL_TIME_TEXT,
  /** {@link String} of fixed width: a datetimeoffset in a key. */
  INSTANT_TEXT,
  /** {@code byte[]}. */
  BINARY;

  /**
   * The form of a column.
   *
   * @param silver the type's name in Spark
   * @param source the base type's name in SQL Server
   * @return empty where values of the two types cannot be compared
   */
  public static Optional<ValueKind> of(String silver, String source) {
    String type = silver.replaceAll("\\(.*", "");
    return Optional.ofNullable(
        switch (source.toLowerCase(Locale.ROOT)) {
          case "bit" -> type.equals("boolean") ? BOOLEAN : null;
          case "tinyint", "smallint", "int", "bigint" -> number(type);
          case "decimal", "numeric", "money", "smallmoney" ->
              type.equals("decimal") ? DECIMAL : null;
          case "real", "float" -> isFloat(type) ? FLOAT : null;
          case "date" -> type.equals("date") ? DATE : localTime(type);
          case "datetime", "smalldatetime" -> localTime(type);
          case "datetime2" -> type.equals("string") ? LOCAL_TIME_TEXT : localTime(type);
          case "datetimeoffset" -> instant(type);
          case "time" -> type.equals("string") ? TIME_OF_DAY : null;
          case "char", "varchar", "nchar", "nvarchar", "text", "ntext", "xml", "uniqueidentifier" ->
              type.equals("string") ? TEXT : null;
          case "binary", "varbinary", "image", "timestamp", "rowversion" ->
              type.equals("binary") ? BINARY : null;
          default -> null;
        });
  }

  private static ValueKind number(String type) {
    return switch (type) {
      case "byte", "short", "integer", "long" -> INTEGER;
      case "decimal" -> DECIMAL;
      case "float", "double" -> FLOAT;
      default -> null;
    };
  }

  private static boolean isFloat(String type) {
    return type.equals("float") || type.equals("double");
  }

  private static ValueKind localTime(String type) {
    return type.equals("timestamp_ntz") ? LOCAL_TIME : null;
  }

  private static ValueKind instant(String type) {
    return switch (type) {
      case "timestamp" -> INSTANT;
      case "string" -> INSTANT_TEXT;
      default -> null;
    };
  }

  /** A value as text: equal values have equal texts. For keys, which people read. */
  String text(Object value) {
    return switch (this) {
      case INTEGER, DATE, LOCAL_TIME, INSTANT -> Long.toString(((Number) value).longValue());
      case DECIMAL -> ((BigDecimal) value).stripTrailingZeros().toPlainString();
      // -0.0 and 0.0 are equal to both sides
      case FLOAT -> Double.toString(((Number) value).doubleValue() + 0.0);
      case TIME_OF_DAY -> timeOfDay((String) value);
      case BINARY -> "0x" + HexFormat.of().withUpperCase().formatHex((byte[]) value);
      case BOOLEAN, TEXT, LOCAL_TIME_TEXT, INSTANT_TEXT -> value.toString();
    };
  }

  /** A value as bytes: equal values have equal bytes. */
  byte[] bytes(Object value) {
    return this == BINARY ? (byte[]) value : text(value).getBytes(StandardCharsets.UTF_8);
  }

  private static String timeOfDay(String text) {
    try {
      return Long.toString(LocalTime.parse(text).toNanoOfDay());
    } catch (DateTimeException e) {
      // No time at all is a difference like any other.
      return text;
    }
  }
}
