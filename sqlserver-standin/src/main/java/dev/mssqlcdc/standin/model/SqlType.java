package dev.mssqlcdc.standin.model;

/**
 * A declared SQL Server type.
 *
 * @param name the system type
 * @param length characters or bytes of a string or binary type, {@link #MAX} for {@code max}, else
 *     0
 * @param precision digits of a decimal type, else 0
 * @param scale fraction digits of a decimal or time type, else 0
 * @param collation how strings compare; means nothing for other types
 */
public record SqlType(SqlTypeName name, int length, int precision, int scale, Collation collation) {
  /** The length of {@code varchar(max)} and its relatives. */
  public static final int MAX = -1;

  public SqlType(SqlTypeName name, int length, int precision, int scale) {
    this(name, length, precision, scale, Collation.OF_DATABASE);
  }

  /** A type without arguments. */
  public static SqlType of(SqlTypeName name) {
    return switch (name) {
      case MONEY -> new SqlType(name, 0, 19, 4);
      case SMALLMONEY -> new SqlType(name, 0, 10, 4);
      case TEXT, NTEXT, IMAGE, XML, SQL_VARIANT, HIERARCHYID, GEOMETRY, GEOGRAPHY ->
          new SqlType(name, MAX, 0, 0);
      case CHAR, VARCHAR, NCHAR, NVARCHAR, BINARY, VARBINARY -> sized(name, 1);
      case ROWVERSION -> new SqlType(name, 8, 0, 0);
      case DECIMAL, NUMERIC -> decimal(name, 18, 0);
      case TIME, DATETIME2, DATETIMEOFFSET -> timed(name, 7);
      case DATETIME -> new SqlType(name, 0, 0, 3);
      default -> new SqlType(name, 0, 0, 0);
    };
  }

  /** A string or binary type of {@code length} characters or bytes. */
  public static SqlType sized(SqlTypeName name, int length) {
    return new SqlType(name, length, 0, 0);
  }

  /** {@code decimal(precision, scale)} or {@code numeric(precision, scale)}. */
  public static SqlType decimal(SqlTypeName name, int precision, int scale) {
    return new SqlType(name, 0, precision, scale);
  }

  /** A time type with {@code scale} fraction digits. */
  public static SqlType timed(SqlTypeName name, int scale) {
    return new SqlType(name, 0, 0, scale);
  }

  public static SqlType nvarchar(int length) {
    return sized(SqlTypeName.NVARCHAR, length);
  }

  public SqlType withCollation(Collation newCollation) {
    return new SqlType(name, length, precision, scale, newCollation);
  }

  /** True for {@code varchar(max)}, {@code nvarchar(max)} and {@code varbinary(max)}. */
  public boolean isMax() {
    return length == MAX
        && (name == SqlTypeName.VARCHAR
            || name == SqlTypeName.NVARCHAR
            || name == SqlTypeName.VARBINARY);
  }

  /** True for {@code text}, {@code ntext} and {@code image}. */
  public boolean isLegacyLob() {
    return name == SqlTypeName.TEXT || name == SqlTypeName.NTEXT || name == SqlTypeName.IMAGE;
  }

  /** True for strings of a code page's single bytes. */
  public boolean isSingleByteText() {
    return name == SqlTypeName.CHAR || name == SqlTypeName.VARCHAR || name == SqlTypeName.TEXT;
  }

  /** True for strings of UTF-16. */
  public boolean isUnicodeText() {
    return name == SqlTypeName.NCHAR || name == SqlTypeName.NVARCHAR || name == SqlTypeName.NTEXT;
  }

  /** True if the storage sorts values of the type otherwise than SQL Server: a key sorts them. */
  public boolean sortsByKey() {
    return name == SqlTypeName.UNIQUEIDENTIFIER || collation.sortsByKey();
  }

  /** True if the storage finds other strings equal than SQL Server: a key tells. */
  public boolean equatesByKey() {
    return collation.equatesByKey();
  }
}
