package dev.mssqlcdc.standin.model;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** SQL Server's system types with the names and ids of {@code sys.types}. */
public enum SqlTypeName {
  BIT("bit", 104),
  TINYINT("tinyint", 48),
  SMALLINT("smallint", 52),
  INT("int", 56),
  BIGINT("bigint", 127),
  REAL("real", 59),
  FLOAT("float", 62),
  DECIMAL("decimal", 106),
  NUMERIC("numeric", 108),
  MONEY("money", 60),
  SMALLMONEY("smallmoney", 122),
  DATE("date", 40),
  TIME("time", 41),
  SMALLDATETIME("smalldatetime", 58),
  DATETIME("datetime", 61),
  DATETIME2("datetime2", 42),
  DATETIMEOFFSET("datetimeoffset", 43),
  UNIQUEIDENTIFIER("uniqueidentifier", 36),
  CHAR("char", 175),
  VARCHAR("varchar", 167),
  NCHAR("nchar", 239),
  NVARCHAR("nvarchar", 231),
  BINARY("binary", 173),
  VARBINARY("varbinary", 165),
  ROWVERSION("timestamp", 189),
  XML("xml", 241),
  TEXT("text", 35),
  NTEXT("ntext", 99),
  IMAGE("image", 34),
  /** Known to the catalog only: the stand-in stores no values of the types below. */
  SQL_VARIANT("sql_variant", 98),
  HIERARCHYID("hierarchyid", 240),
  GEOMETRY("geometry", 240),
  GEOGRAPHY("geography", 240);

  private static final Map<String, SqlTypeName> BY_NAME = byName();

  private final String sqlName;
  private final int systemTypeId;

  SqlTypeName(String sqlName, int systemTypeId) {
    this.sqlName = sqlName;
    this.systemTypeId = systemTypeId;
  }

  /** The name as {@code sys.types} spells it. */
  public String sqlName() {
    return sqlName;
  }

  public int systemTypeId() {
    return systemTypeId;
  }

  /** {@code sys.types.user_type_id}: differs from the system id for the CLR types only. */
  public int userTypeId() {
    return switch (this) {
      case HIERARCHYID -> 128;
      case GEOMETRY -> 129;
      case GEOGRAPHY -> 130;
      default -> systemTypeId;
    };
  }

  /** Looks up a type by any of its T-SQL names, without regard to case. */
  public static Optional<SqlTypeName> byName(String name) {
    return Optional.ofNullable(BY_NAME.get(name.toLowerCase(Locale.ROOT)));
  }

  private static Map<String, SqlTypeName> byName() {
    Map<String, SqlTypeName> names = new TreeMap<>();
    for (SqlTypeName type : values()) {
      names.put(type.sqlName, type);
    }
    names.put("rowversion", ROWVERSION);
    names.put("integer", INT);
    names.put("dec", DECIMAL);
    names.put("sysname", NVARCHAR);
    return Map.copyOf(names);
  }
}
