package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.SqlType;

/** What {@code sp_columns} with {@code @ODBCVer = 3} says about a type; null where it says NULL. */
record OdbcType(int code, int precision, int length, Integer scale, Integer radix, Integer octets) {
  private static final int LARGEST = Integer.MAX_VALUE - 1;

  static OdbcType of(SqlType type) {
    int fraction = type.scale() > 0 ? 1 + type.scale() : 0;
    return switch (type.name()) {
      case BIT -> plain(-7, 1, 1);
      case TINYINT -> number(-6, 3, 1, 0);
      case SMALLINT -> number(5, 5, 2, 0);
      case INT -> number(4, 10, 4, 0);
      case BIGINT -> number(-5, 19, 8, 0);
      case REAL -> new OdbcType(7, 24, 4, null, 2, null);
      case FLOAT -> new OdbcType(6, 53, 8, null, 2, null);
      case DECIMAL, MONEY, SMALLMONEY ->
          number(3, type.precision(), type.precision() + 2, type.scale());
      case NUMERIC -> number(2, type.precision(), type.precision() + 2, type.scale());
      case DATE -> plain(91, 10, 6);
      case TIME -> scaled(-154, 8 + fraction, 12, type);
      case DATETIME2 -> scaled(93, 19 + fraction, 54, type);
      case DATETIMEOFFSET -> scaled(-155, 26 + fraction, 68, type);
      case DATETIME -> scaled(93, 23, 16, type);
      case SMALLDATETIME -> scaled(93, 16, 16, type);
      case UNIQUEIDENTIFIER -> plain(-11, 36, 16);
      case CHAR -> text(1, type.length(), type.length());
      case VARCHAR -> text(12, atLeastZero(type), atLeastZero(type));
      case NCHAR -> text(-8, type.length(), 2 * type.length());
      case NVARCHAR -> text(-9, atLeastZero(type), 2 * atLeastZero(type));
      case BINARY, ROWVERSION -> text(-2, type.length(), type.length());
      case VARBINARY -> text(-3, atLeastZero(type), atLeastZero(type));
      case XML -> plain(-152, 0, 0);
      case TEXT -> text(-1, LARGEST, LARGEST);
      case NTEXT -> text(-10, LARGEST / 2, LARGEST);
      case IMAGE -> text(-4, LARGEST, LARGEST);
      case SQL_VARIANT -> plain(-150, 8000, 8000);
      case HIERARCHYID, GEOMETRY, GEOGRAPHY -> plain(-151, 0, 0);
    };
  }

  private static int atLeastZero(SqlType type) {
    return Math.max(0, type.length());
  }

  private static OdbcType plain(int code, int precision, int length) {
    return new OdbcType(code, precision, length, null, null, null);
  }

  private static OdbcType number(int code, int precision, int length, int scale) {
    return new OdbcType(code, precision, length, scale, 10, null);
  }

  private static OdbcType scaled(int code, int precision, int length, SqlType type) {
    return new OdbcType(code, precision, length, type.scale(), null, null);
  }

  private static OdbcType text(int code, int precision, int octets) {
    return new OdbcType(code, precision, octets, null, null, octets);
  }
}
