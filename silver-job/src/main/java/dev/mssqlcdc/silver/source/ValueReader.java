package dev.mssqlcdc.silver.source;

import dev.mssqlcdc.schemas.FixedWidthTime;
import dev.mssqlcdc.schemas.Surrogates;
import dev.mssqlcdc.silver.compare.ComparedColumn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Set;
import java.util.function.Function;

/** Reads a column's values as the connector does, in the form that they are compared in. */
@FunctionalInterface
interface ValueReader {

  long MICROS = 1_000_000;
  Set<String> UTF16_TYPES = Set.of("nchar", "nvarchar", "ntext");

  Object read(ResultSet row, int index) throws SQLException;

  static ValueReader of(ComparedColumn column) {
    return switch (column.kind()) {
      case BOOLEAN, INTEGER, FLOAT -> ResultSet::getObject;
      case DECIMAL -> ResultSet::getBigDecimal;
      case BINARY -> ResultSet::getBytes;
      case DATE -> as(LocalDate.class, LocalDate::toEpochDay);
      case LOCAL_TIME -> as(LocalDateTime.class, time -> micros(time.toInstant(ZoneOffset.UTC)));
      case INSTANT -> as(OffsetDateTime.class, time -> micros(time.toInstant()));
      case TIME_OF_DAY -> as(LocalTime.class, LocalTime::toString);
      case LOCAL_TIME_TEXT -> as(LocalDateTime.class, FixedWidthTime::of);
      case INSTANT_TEXT -> as(OffsetDateTime.class, FixedWidthTime::of);
      case TEXT ->
          UTF16_TYPES.contains(column.sourceType()) ? ValueReader::utf16 : ResultSet::getString;
    };
  }

  private static <T> ValueReader as(Class<T> type, Function<T, ?> form) {
    return (row, index) -> {
      T value = row.getObject(index, type);
      return value == null ? null : form.apply(value);
    };
  }

  private static long micros(Instant instant) {
    return instant.getEpochSecond() * MICROS + instant.get(ChronoField.MICRO_OF_SECOND);
  }

  /** The driver's decoder loses the unit that follows a surrogate without a partner. */
  private static String utf16(ResultSet row, int index) throws SQLException {
    String text = row.getString(index);
    return text == null || text.indexOf(Surrogates.REPLACEMENT) < 0
        ? text
        : Surrogates.repair(Surrogates.units(row.getBytes(index)));
  }
}
