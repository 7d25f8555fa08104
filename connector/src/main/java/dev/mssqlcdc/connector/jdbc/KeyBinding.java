package dev.mssqlcdc.connector.jdbc;

import dev.mssqlcdc.connector.core.Column;
import dev.mssqlcdc.connector.core.RowKey;
import dev.mssqlcdc.connector.core.SqlNames;
import dev.mssqlcdc.schemas.FixedWidthTime;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A key's values as parameters of exactly the columns' types: of another type the server would
 * convert the column, and not use its index.
 */
final class KeyBinding {

  private static final Set<String> TEXT = Set.of("char", "varchar", "nchar", "nvarchar");
  private static final int HEX_PREFIX = 2;

  private final List<Column> key;
  private final Map<Integer, String> collations;

  private KeyBinding(List<Column> key, Map<Integer, String> collations) {
    this.key = key;
    this.collations = collations;
  }

  /**
   * @param collations of the table's columns by column_id, asked for only if needed
   */
  static KeyBinding of(List<Column> key, Supplier<Map<Integer, String>> collations) {
    boolean needed = key.stream().anyMatch(column -> TEXT.contains(column.sqlType().name()));
    return new KeyBinding(key, needed ? collations.get() : Map.of());
  }

  /**
   * The SQL of a parameter for a column. The collation, which two parameters do not have of
   * themselves, also chooses the code page of single bytes.
   */
  String value(int column) {
    Column of = key.get(column);
    String collation = collations.get(of.columnId());
    String collate = collation == null ? "" : " COLLATE " + SqlNames.identifier(collation);
    return "CAST(?" + collate + " AS " + of.sqlType().declared() + ")";
  }

  void bind(PreparedStatement statement, int index, int column, RowKey from) throws SQLException {
    String text = from.texts().get(column);
    switch (key.get(column).wireType().kind()) {
      case BOOLEAN -> statement.setBoolean(index, Boolean.parseBoolean(text));
      case INT16, INT32, INT64 -> statement.setLong(index, Long.parseLong(text));
      case FLOAT32 -> statement.setFloat(index, Float.parseFloat(text));
      case FLOAT64 -> statement.setDouble(index, Double.parseDouble(text));
      case DECIMAL -> statement.setBigDecimal(index, new BigDecimal(text));
      case DATE -> statement.setObject(index, LocalDate.parse(text));
      case MICRO_TIMESTAMP -> statement.setObject(index, LocalDateTime.parse(text));
      // the driver would send a LocalTime as a datetime, rounded
      case NANO_TIME -> statement.setString(index, FixedWidthTime.of(LocalTime.parse(text)));
      case BYTES ->
          statement.setBytes(index, HexFormat.of().parseHex(text, HEX_PREFIX, text.length()));
      case STRING, ZONED_TIMESTAMP, LOCAL_TIME_TEXT, INSTANT_TEXT ->
          statement.setString(index, text);
    }
  }
}
