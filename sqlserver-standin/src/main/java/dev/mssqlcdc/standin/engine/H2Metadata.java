package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;

/** The nearest SQL Server type of an expression that no table declares. */
final class H2Metadata {
  private static final int LONGEST_BINARY = 8000;
  private static final int LONGEST_UNICODE = 4000;
  private static final int LARGEST_PRECISION = 38;
  private static final int LARGEST_SCALE = 7;

  private H2Metadata() {}

  static SqlType type(ResultSetMetaData metadata, int column) throws SQLException {
    int precision = metadata.getPrecision(column);
    int scale = metadata.getScale(column);
    if (metadata.getColumnTypeName(column).equals("UUID")) {
      return SqlType.of(SqlTypeName.UNIQUEIDENTIFIER);
    }
    return switch (metadata.getColumnType(column)) {
      case Types.BOOLEAN, Types.BIT -> SqlType.of(SqlTypeName.BIT);
      case Types.TINYINT, Types.SMALLINT -> SqlType.of(SqlTypeName.SMALLINT);
      case Types.INTEGER, Types.NULL -> SqlType.of(SqlTypeName.INT);
      case Types.BIGINT -> SqlType.of(SqlTypeName.BIGINT);
      case Types.REAL -> SqlType.of(SqlTypeName.REAL);
      case Types.DOUBLE, Types.FLOAT -> SqlType.of(SqlTypeName.FLOAT);
      case Types.DECIMAL, Types.NUMERIC ->
          SqlType.decimal(
              SqlTypeName.NUMERIC,
              Math.min(LARGEST_PRECISION, precision),
              Math.min(LARGEST_PRECISION, scale));
      case Types.DATE -> SqlType.of(SqlTypeName.DATE);
      case Types.TIME -> SqlType.timed(SqlTypeName.TIME, Math.min(LARGEST_SCALE, scale));
      case Types.TIMESTAMP -> SqlType.timed(SqlTypeName.DATETIME2, Math.min(LARGEST_SCALE, scale));
      case Types.TIMESTAMP_WITH_TIMEZONE ->
          SqlType.timed(SqlTypeName.DATETIMEOFFSET, Math.min(LARGEST_SCALE, scale));
      case Types.BINARY -> SqlType.sized(SqlTypeName.BINARY, Math.min(precision, LONGEST_BINARY));
      case Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
          SqlType.sized(
              SqlTypeName.VARBINARY, precision > LONGEST_BINARY ? SqlType.MAX : precision);
      case Types.CHAR, Types.NCHAR ->
          precision > LONGEST_UNICODE
              ? SqlType.nvarchar(SqlType.MAX)
              : SqlType.sized(SqlTypeName.NCHAR, Math.max(1, precision));
      default ->
          SqlType.nvarchar(precision > LONGEST_UNICODE ? SqlType.MAX : Math.max(1, precision));
    };
  }
}
