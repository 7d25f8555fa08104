package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.lake.DeltaType;
import java.util.Map;
import java.util.Optional;

/** Which types hold the values of others, and which of them Delta lets a column become. */
public final class Widening {

  private static final int MAX_PRECISION = 38;

  /** Digits of the largest value of each integer type. */
  private static final Map<DeltaType, Integer> DIGITS =
      Map.of(DeltaType.SHORT, 5, DeltaType.INTEGER, 10, DeltaType.LONG, 19);

  private Widening() {}

  /** Whether a column holds every value of a type, exactly. */
  public static boolean holds(DeltaType column, DeltaType value) {
    if (column.equals(value)) {
      return true;
    } else if (column.isDecimal()) {
      return isExact(value)
          && scale(value) <= column.scale()
          && wholeDigits(value) <= wholeDigits(column);
    } else if (column.equals(DeltaType.DOUBLE)) {
      return fitsDouble(value);
    } else if (column.equals(DeltaType.TIMESTAMP_NTZ)) {
      return value.equals(DeltaType.DATE);
    }
    return isInteger(column) && isInteger(value) && DIGITS.get(column) > DIGITS.get(value);
  }

  /**
   * The type that a column must become to hold its own values and those of another type; empty when
   * Delta widens it to none that does.
   *
   * @param column a type that does not hold the other
   */
  public static Optional<DeltaType> target(DeltaType column, DeltaType value) {
    if (isExact(column) && isExact(value) && (column.isDecimal() || value.isDecimal())) {
      return decimal(column, value);
    } else if (fitsDouble(column)
        && fitsDouble(value)
        && !(isInteger(column) && isInteger(value))) {
      return Optional.of(DeltaType.DOUBLE);
    }
    return holds(value, column) ? Optional.of(value) : Optional.empty();
  }

  /** Delta widens an integer only to a decimal that its Parquet files can be read as. */
  private static Optional<DeltaType> decimal(DeltaType column, DeltaType value) {
    int scale = Math.max(scale(column), scale(value));
    int whole = Math.max(wholeDigits(column), wholeDigits(value));
    if (isInteger(column)) {
      whole = Math.max(whole, column.equals(DeltaType.LONG) ? 20 : 10);
    }
    return whole + scale > MAX_PRECISION
        ? Optional.empty()
        : Optional.of(DeltaType.decimal(whole + scale, scale));
  }

  private static boolean isExact(DeltaType type) {
    return type.isDecimal() || isInteger(type);
  }

  private static boolean isInteger(DeltaType type) {
    return DIGITS.containsKey(type);
  }

  /** Whether a double holds each of its values. */
  private static boolean fitsDouble(DeltaType type) {
    return type.equals(DeltaType.DOUBLE)
        || type.equals(DeltaType.FLOAT)
        || type.equals(DeltaType.SHORT)
        || type.equals(DeltaType.INTEGER);
  }

  private static int scale(DeltaType type) {
    return type.isDecimal() ? type.scale() : 0;
  }

  private static int wholeDigits(DeltaType type) {
    return type.isDecimal() ? type.precision() - type.scale() : DIGITS.get(type);
  }
}
