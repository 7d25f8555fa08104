package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlType;

/** How H2 stores the SQL Server types. */
public final class H2Types {
  /** H2's limit of a string or binary value. */
  private static final int LONGEST = 1_000_000_000;

  private static final String OTHERWISE = "VARCHAR_IGNORECASE(";

  private H2Types() {}

  private static boolean otherwise(SqlType type) {
    return type.collation().equatesOtherwise();
  }

  /**
   * The H2 type of a column or cast. VARCHAR and CHARACTER compare by the collation of the
   * database, VARCHAR_IGNORECASE by one that treats upper and lower case the opposite way; H2 has
   * no unsigned byte, so tinyint is a domain with a check.
   */
  public static String of(SqlType type) {
    return switch (type.name()) {
      case BIT -> "BOOLEAN";
      case TINYINT -> "sys.tinyint";
      case SMALLINT -> "SMALLINT";
      case INT -> "INTEGER";
      case BIGINT -> "BIGINT";
      case REAL -> "REAL";
      case FLOAT -> "DOUBLE PRECISION";
      case DECIMAL, NUMERIC, MONEY, SMALLMONEY ->
          "DECIMAL(" + type.precision() + ", " + type.scale() + ")";
      case DATE -> "DATE";
      case TIME -> "TIME(" + type.scale() + ")";
      case SMALLDATETIME -> "TIMESTAMP(0)";
      case DATETIME, DATETIME2 -> "TIMESTAMP(" + type.scale() + ")";
      case DATETIMEOFFSET -> "TIMESTAMP(" + type.scale() + ") WITH TIME ZONE";
      case UNIQUEIDENTIFIER -> "UUID";
      case CHAR, NCHAR -> (otherwise(type) ? OTHERWISE : "CHARACTER(") + type.length() + ")";
      case VARCHAR, NVARCHAR, TEXT, NTEXT, XML, SQL_VARIANT ->
          (otherwise(type) ? OTHERWISE : "VARCHAR(") + length(type) + ")";
      case BINARY, ROWVERSION -> "BINARY(" + type.length() + ")";
      case VARBINARY, IMAGE, HIERARCHYID, GEOMETRY, GEOGRAPHY -> "VARBINARY(" + length(type) + ")";
    };
  }

  /** An identifier in H2's quotes. */
  public static String quote(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  /** A string literal. */
  public static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static int length(SqlType type) {
    return type.length() == SqlType.MAX ? LONGEST : type.length();
  }
}
