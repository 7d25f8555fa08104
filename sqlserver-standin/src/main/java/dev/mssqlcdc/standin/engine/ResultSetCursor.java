package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.Column;
import dev.mssqlcdc.standin.model.RowCursor;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** The rows of an H2 result as Java values. */
final class ResultSetCursor implements RowCursor {
  private final ResultSet rows;
  private final SqlType[] types;
  private final Function<SQLException, SqlError> errors;

  ResultSetCursor(ResultSet rows, List<Column> columns, Function<SQLException, SqlError> errors) {
    this.rows = rows;
    this.types = columns.stream().map(Column::type).toArray(SqlType[]::new);
    this.errors = errors;
  }

  @Override
  public boolean next() {
    try {
      return rows.next();
    } catch (SQLException e) {
      throw errors.apply(e);
    }
  }

  @Override
  public Object value(int index) {
    try {
      return read(index + 1, types[index]);
    } catch (SQLException e) {
      throw errors.apply(e);
    }
  }

  private Object read(int column, SqlType type) throws SQLException {
    return switch (type.name()) {
      case BIT -> nullable(rows.getBoolean(column));
      case TINYINT, SMALLINT, INT -> nullable(rows.getInt(column));
      case BIGINT -> nullable(rows.getLong(column));
      case REAL -> nullable(rows.getFloat(column));
      case FLOAT -> nullable(rows.getDouble(column));
      case DECIMAL, NUMERIC, MONEY, SMALLMONEY -> rows.getBigDecimal(column);
      case DATE -> rows.getObject(column, LocalDate.class);
      case TIME -> rows.getObject(column, LocalTime.class);
      case SMALLDATETIME, DATETIME, DATETIME2 -> rows.getObject(column, LocalDateTime.class);
      case DATETIMEOFFSET -> rows.getObject(column, OffsetDateTime.class);
      case UNIQUEIDENTIFIER -> rows.getObject(column, UUID.class);
      case BINARY, VARBINARY, ROWVERSION, IMAGE, HIERARCHYID, GEOMETRY, GEOGRAPHY ->
          rows.getBytes(column);
      case CHAR, NCHAR -> padded(rows.getString(column), type.length());
      case VARCHAR, NVARCHAR, TEXT, NTEXT, XML, SQL_VARIANT -> rows.getString(column);
    };
  }

  /** H2 pads its CHARACTER only, not the type for another collation. */
  private static String padded(String text, int length) {
    return text == null || text.length() >= length
        ? text
        : text + " ".repeat(length - text.length());
  }

  private Object nullable(Object value) throws SQLException {
    return rows.wasNull() ? null : value;
  }
}
