package dev.mssqlcdc.connector.jdbc;

import dev.mssqlcdc.connector.core.Column;
import dev.mssqlcdc.connector.core.SqlType;
import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.connector.core.TypeChangedException;
import dev.mssqlcdc.connector.core.WireType;
import dev.mssqlcdc.schemas.FixedWidthTime;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Chooses once per result set how each column is read. */
final class ColumnReaders {

  private static final long MICROS = 1_000_000;

  private static final Set<String> UTF16_TYPES = Set.of("nchar", "nvarchar", "ntext");

  private static final Set<String> MAX_TYPES = Set.of("varchar", "nvarchar", "varbinary");

  /** The greatest length of a type that is not (max); the driver gives those a far greater one. */
  private static final int LONGEST = 8000;

  private ColumnReaders() {}

  /**
   * One reader per column, by the type that the result set has: ALTER COLUMN also converts the rows
   * that were captured before it.
   *
   * @param types the result set's, of the same columns
   * @param warned columns whose text was warned about; grows
   * @throws TypeChangedException when a column's type does not fit the form it has on the wire
   */
  static ColumnReader[] compile(
      TableId table, List<Column> columns, List<SqlType> types, Set<String> warned) {
    var readers = new ColumnReader[columns.size()];
    for (int i = 0; i < readers.length; i++) {
      Column column = columns.get(i);
      SqlType actual = types.get(i);
      boolean fits =
          WireType.of(actual, column.inKey()).filter(t -> t.fits(column.wireType())).isPresent();
      if (!fits) {
        throw new TypeChangedException(table, column, actual);
      }
      readers[i] =
          UTF16_TYPES.contains(actual.name())
              ? new TextReader(table + "." + column.name(), warned)
              : reader(column.wireType());
    }
    return readers;
  }

  /**
   * The types of a result set's columns.
   *
   * @param first index of the first of them
   */
  static List<SqlType> types(ResultSetMetaData result, int first) throws SQLException {
    List<SqlType> types = new ArrayList<>();
    for (int i = first; i <= result.getColumnCount(); i++) {
      String name = result.getColumnTypeName(i).split("[ (]", 2)[0].toLowerCase(Locale.ROOT);
      int precision = result.getPrecision(i);
      boolean isMax = MAX_TYPES.contains(name) && precision > LONGEST;
      types.add(new SqlType(name, isMax ? SqlType.MAX : precision, precision, result.getScale(i)));
    }
    return types;
  }

  private static ColumnReader reader(WireType target) {
    return switch (target.kind()) {
      case BOOLEAN -> ResultSet::getObject;
      case INT16 -> (row, i) -> row.getObject(i) instanceof Number n ? toShort(n) : null;
      case INT32 -> (row, i) -> row.getObject(i) instanceof Number n ? toInt(n) : null;
      case INT64 -> (row, i) -> row.getObject(i) instanceof Number n ? toLong(n) : null;
      case FLOAT32 -> (row, i) -> row.getObject(i) instanceof Number n ? toFloat(n) : null;
      case FLOAT64 -> (row, i) -> row.getObject(i) instanceof Number n ? toDouble(n) : null;
      case DECIMAL -> decimal(target.scale());
      case DATE -> ColumnReaders::date;
      case MICRO_TIMESTAMP -> ColumnReaders::microTimestamp;
      case ZONED_TIMESTAMP -> ColumnReaders::zonedTimestamp;
      case NANO_TIME -> ColumnReaders::nanoTime;
      case STRING -> ResultSet::getString;
      case BYTES -> ResultSet::getBytes;
      case LOCAL_TIME_TEXT -> ColumnReaders::localTimeText;
      case INSTANT_TEXT -> ColumnReaders::instantText;
    };
  }

  private static Short toShort(Number n) {
    return n instanceof Short s ? s : Short.valueOf(n.shortValue());
  }

  private static Integer toInt(Number n) {
    return n instanceof Integer i ? i : Integer.valueOf(n.intValue());
  }

  private static Long toLong(Number n) {
    return n instanceof Long l ? l : Long.valueOf(n.longValue());
  }

  private static Float toFloat(Number n) {
    return n instanceof Float f ? f : Float.valueOf(n.floatValue());
  }

  private static Double toDouble(Number n) {
    return n instanceof Double d ? d : Double.valueOf(n.doubleValue());
  }

  private static ColumnReader decimal(int scale) {
    return (row, i) -> {
      BigDecimal value = row.getBigDecimal(i);
      return value == null || value.scale() == scale ? value : value.setScale(scale);
    };
  }

  @SuppressWarnings("JavaUtilDate") // Connect's Date is one.
  private static Object date(ResultSet row, int i) throws SQLException {
    LocalDate value = row.getObject(i, LocalDate.class);
    return value == null ? null : new Date(TimeUnit.DAYS.toMillis(value.toEpochDay()));
  }

  private static Object microTimestamp(ResultSet row, int i) throws SQLException {
    LocalDateTime value = row.getObject(i, LocalDateTime.class);
    return value == null
        ? null
        : value.toEpochSecond(ZoneOffset.UTC) * MICROS + value.get(ChronoField.MICRO_OF_SECOND);
  }

  private static Object zonedTimestamp(ResultSet row, int i) throws SQLException {
    OffsetDateTime value = row.getObject(i, OffsetDateTime.class);
    return value == null ? null : DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(value);
  }

  private static Object nanoTime(ResultSet row, int i) throws SQLException {
    LocalTime value = row.getObject(i, LocalTime.class);
    return value == null ? null : value.toNanoOfDay();
  }

  private static Object localTimeText(ResultSet row, int i) throws SQLException {
    LocalDateTime value = row.getObject(i, LocalDateTime.class);
    return value == null ? null : FixedWidthTime.of(value);
  }

  private static Object instantText(ResultSet row, int i) throws SQLException {
    OffsetDateTime value = row.getObject(i, OffsetDateTime.class);
    return value == null ? null : FixedWidthTime.of(value);
  }
}
