package dev.mssqlcdc.quickstart;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;

/**
 * One text for a value, whether it was read from SQL Server or from the lake; equal texts are equal
 * values. The lake holds microseconds: what is finer in the source is cut off.
 */
final class Canonical {

  private static final HexFormat HEX = HexFormat.of();
  private static final String NULL = "NULL";

  private Canonical() {}

  /** A column of the current row, as SQL Server has it. */
  static String ofSource(ResultSet row, int column) throws SQLException {
    ResultSetMetaData metadata = row.getMetaData();
    Object value =
        switch (metadata.getColumnType(column)) {
          case Types.TIMESTAMP -> row.getObject(column, LocalDateTime.class);
          case microsoft.sql.Types.DATETIMEOFFSET -> row.getObject(column, OffsetDateTime.class);
          case Types.DATE -> row.getObject(column, LocalDate.class);
          case Types.TIME -> row.getObject(column, LocalTime.class);
          case Types.SQLXML, microsoft.sql.Types.GUID -> row.getString(column);
          default -> row.getObject(column);
        };
    if (value instanceof LocalTime time) {
      int digits = metadata.getScale(column);
      return "'"
          + time.format(
              DateTimeFormatter.ofPattern(
                  "HH:mm:ss" + (digits == 0 ? "" : "." + "S".repeat(digits))))
          + "'";
    }
    return of(value);
  }

  /** A value as Spark gives it. */
  static String of(Object value) {
    if (value == null) {
      return NULL;
    }
    if (value instanceof byte[] bytes) {
      return "0x" + HEX.formatHex(bytes);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof LocalDateTime dateTime) {
      return dateTime.truncatedTo(ChronoUnit.MICROS).toString();
    }
    if (value instanceof OffsetDateTime offset) {
      return of(offset.toInstant());
    }
    if (value instanceof Timestamp timestamp) {
      return of(timestamp.toInstant());
    }
    if (value instanceof Instant instant) {
      return instant.truncatedTo(ChronoUnit.MICROS).toString();
    }
    if (value instanceof String text) {
      return "'" + text + "'";
    }
    return value.toString();
  }
}
