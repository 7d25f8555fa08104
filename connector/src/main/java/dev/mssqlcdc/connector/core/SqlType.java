package dev.mssqlcdc.connector.core;

import java.util.Locale;
import java.util.Set;

/**
 * A column's type as the source declares it.
 *
 * @param name base type, lower case
 * @param length characters or bytes; {@link #MAX} for {@code (max)}; 0 where the type has none
 * @param precision decimal digits in all; 0 where the type has none
 * @param scale digits after the point, or of the fraction of a second; 0 where the type has none
 */
public record SqlType(String name, int length, int precision, int scale) {

  /** The length of a {@code (max)} type. */
  public static final int MAX = -1;

  private static final Set<String> WITH_LENGTH =
      Set.of("char", "varchar", "nchar", "nvarchar", "binary", "varbinary");
  private static final Set<String> WITH_SCALE = Set.of("time", "datetime2", "datetimeoffset");
  private static final Set<String> WITH_PRECISION = Set.of("decimal", "numeric");

  public SqlType {
    name = name.toLowerCase(Locale.ROOT);
  }

  /** Whether it is a {@code (max)} type. */
  public boolean isMax() {
    return length == MAX;
  }

  /** As it stands in a CREATE TABLE: {@code decimal(10,2)}, {@code nvarchar(max)}, {@code int}. */
  public String declared() {
    if (WITH_LENGTH.contains(name)) {
      return name + "(" + (isMax() ? "max" : String.valueOf(length)) + ")";
    }
    if (WITH_PRECISION.contains(name)) {
      return name + "(" + precision + "," + scale + ")";
    }
    return WITH_SCALE.contains(name) ? name + "(" + scale + ")" : name;
  }
}
