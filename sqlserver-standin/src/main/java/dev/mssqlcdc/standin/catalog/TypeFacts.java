package dev.mssqlcdc.standin.catalog;

import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;

/** What the catalog views say about a type. */
public final class TypeFacts {
  private static final int LEGACY_LOB_POINTER = 16;

  private TypeFacts() {}

  /** {@code sys.columns.max_length}: bytes, -1 for max. */
  public static int maxLength(SqlType type) {
    return switch (type.name()) {
      case BIT, TINYINT -> 1;
      case SMALLINT -> 2;
      case INT, REAL, SMALLMONEY, SMALLDATETIME -> 4;
      case BIGINT, FLOAT, MONEY, DATETIME, ROWVERSION -> 8;
      case DECIMAL, NUMERIC -> decimalBytes(type.precision());
      case DATE -> 3;
      case TIME -> timeBytes(type);
      case DATETIME2 -> timeBytes(type) + 3;
      case DATETIMEOFFSET -> timeBytes(type) + 5;
      case UNIQUEIDENTIFIER -> 16;
      case CHAR, VARCHAR, BINARY, VARBINARY -> type.length();
      case NCHAR, NVARCHAR -> type.length() == SqlType.MAX ? SqlType.MAX : 2 * type.length();
      case TEXT, NTEXT, IMAGE -> LEGACY_LOB_POINTER;
      case SQL_VARIANT -> 8016;
      case HIERARCHYID -> 892;
      case XML, GEOMETRY, GEOGRAPHY -> SqlType.MAX;
    };
  }

  /** {@code sys.columns.precision}. */
  public static int precision(SqlType type) {
    return switch (type.name()) {
      case BIT -> 1;
      case TINYINT -> 3;
      case SMALLINT -> 5;
      case INT, DATE, SMALLMONEY -> 10;
      case BIGINT, MONEY -> 19;
      case REAL -> 24;
      case FLOAT -> 53;
      case DECIMAL, NUMERIC -> type.precision();
      case TIME -> 8 + fraction(type);
      case SMALLDATETIME -> 16;
      case DATETIME -> 23;
      case DATETIME2 -> 19 + fraction(type);
      case DATETIMEOFFSET -> 26 + fraction(type);
      default -> 0;
    };
  }

  /** {@code sys.columns.scale}. */
  public static int scale(SqlType type) {
    return type.scale();
  }

  /** {@code character_maximum_length} of {@code sp_cdc_get_captured_columns}, or null. */
  public static Integer characterMaximumLength(SqlType type) {
    return switch (type.name()) {
      case CHAR, VARCHAR, NCHAR, NVARCHAR, BINARY, VARBINARY -> type.length();
      case TEXT, IMAGE -> Integer.MAX_VALUE;
      case NTEXT -> Integer.MAX_VALUE / 2;
      case XML -> SqlType.MAX;
      default -> null;
    };
  }

  public static boolean isExactNumber(SqlType type) {
    return switch (type.name()) {
      case TINYINT, SMALLINT, INT, BIGINT, DECIMAL, NUMERIC, MONEY, SMALLMONEY -> true;
      default -> false;
    };
  }

  public static boolean isApproximateNumber(SqlType type) {
    return type.name() == SqlTypeName.REAL || type.name() == SqlTypeName.FLOAT;
  }

  public static boolean isTemporal(SqlType type) {
    return switch (type.name()) {
      case DATE, TIME, SMALLDATETIME, DATETIME, DATETIME2, DATETIMEOFFSET -> true;
      default -> false;
    };
  }

  public static boolean isCharacter(SqlType type) {
    return switch (type.name()) {
      case CHAR, VARCHAR, NCHAR, NVARCHAR, TEXT, NTEXT -> true;
      default -> false;
    };
  }

  private static int fraction(SqlType type) {
    return type.scale() > 0 ? 1 + type.scale() : 0;
  }

  private static int timeBytes(SqlType type) {
    if (type.scale() <= 2) {
      return 3;
    }
    return type.scale() <= 4 ? 4 : 5;
  }

  private static int decimalBytes(int precision) {
    if (precision <= 9) {
      return 5;
    }
    if (precision <= 19) {
      return 9;
    }
    return precision <= 28 ? 13 : 17;
  }
}
