package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import java.util.List;

/** Reads a declared type: {@code decimal(10, 2)}, {@code [nvarchar](max)}, {@code sys.sysname}. */
public final class TypeParser {
  private static final int LONGEST_REAL_MANTISSA = 24;
  private static final int SYSNAME_LENGTH = 128;

  private TypeParser() {}

  /**
   * Reads the type at the cursor.
   *
   * @throws SqlError 2715 for a name that is no type
   */
  public static SqlType parse(TokenCursor in) {
    List<String> qualified = in.qualifiedName();
    String name = qualified.get(qualified.size() - 1);
    if (name.equalsIgnoreCase("double") && in.accept("PRECISION")) {
      return SqlType.of(SqlTypeName.FLOAT);
    }
    in.accept("VARYING");
    if (name.equalsIgnoreCase("sysname")) {
      return SqlType.nvarchar(SYSNAME_LENGTH);
    }
    SqlTypeName type =
        SqlTypeName.byName(name)
            .orElseThrow(
                () ->
                    SqlError.of(
                        2715,
                        "Column, parameter, or variable: Cannot find data type " + name + "."));
    return in.at("(") ? sized(type, TokenCursor.split(in.parenthesized())) : SqlType.of(type);
  }

  private static SqlType sized(SqlTypeName type, List<List<Token>> arguments) {
    String first = arguments.get(0).get(0).text();
    int size = first.equalsIgnoreCase("max") ? SqlType.MAX : Integer.parseInt(first);
    int scale = arguments.size() > 1 ? Integer.parseInt(arguments.get(1).get(0).text()) : 0;
    return switch (type) {
      case DECIMAL, NUMERIC -> SqlType.decimal(type, size, scale);
      case TIME, DATETIME2, DATETIMEOFFSET -> SqlType.timed(type, size);
      case FLOAT ->
          SqlType.of(size <= LONGEST_REAL_MANTISSA ? SqlTypeName.REAL : SqlTypeName.FLOAT);
      case CHAR, VARCHAR, NCHAR, NVARCHAR, BINARY, VARBINARY -> SqlType.sized(type, size);
      case XML -> SqlType.of(type);
      default ->
          throw SqlError.of(
              2716,
              "Column, parameter, or variable #1: Cannot specify a column width on data type "
                  + type.sqlName()
                  + ".");
    };
  }
}
