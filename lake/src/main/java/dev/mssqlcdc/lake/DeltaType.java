package dev.mssqlcdc.lake;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A primitive type of the Delta protocol, by its name in the table's schema JSON.
 *
 * @param name for example {@code long} or {@code decimal(10,2)}
 */
public record DeltaType(String name) {

  // Before the constants: their constructor checks against these.
  private static final Set<String> SIMPLE =
      Set.of(
          "boolean",
          "short",
          "integer",
          "long",
          "float",
          "double",
          "string",
          "binary",
          "date",
          "timestamp",
          "timestamp_ntz");

  private static final Pattern DECIMAL = Pattern.compile("decimal\\((\\d+),(\\d+)\\)");
  private static final int MAX_PRECISION = 38;

  public static final DeltaType BOOLEAN = new DeltaType("boolean");
  public static final DeltaType SHORT = new DeltaType("short");
  public static final DeltaType INTEGER = new DeltaType("integer");
  public static final DeltaType LONG = new DeltaType("long");
  public static final DeltaType FLOAT = new DeltaType("float");
  public static final DeltaType DOUBLE = new DeltaType("double");
  public static final DeltaType STRING = new DeltaType("string");
  public static final DeltaType BINARY = new DeltaType("binary");
  public static final DeltaType DATE = new DeltaType("date");

  /** An instant. */
  public static final DeltaType TIMESTAMP = new DeltaType("timestamp");

  /** A local date and time; columns of ours hold UTC. */
  public static final DeltaType TIMESTAMP_NTZ = new DeltaType("timestamp_ntz");

  public DeltaType {
    if (!SIMPLE.contains(name) && !isDecimal(name)) {
      throw new IllegalArgumentException("not a type of this product's tables: '" + name + "'");
    }
  }

  /**
   * A decimal of up to 38 digits.
   *
   * @throws IllegalArgumentException when Delta has no such decimal
   */
  public static DeltaType decimal(int precision, int scale) {
    return new DeltaType("decimal(" + precision + "," + scale + ")");
  }

  public boolean isDecimal() {
    return isDecimal(name);
  }

  /** Digits in all; only of a decimal. */
  public int precision() {
    return decimalPart(1);
  }

  /** Digits after the point; only of a decimal. */
  public int scale() {
    return decimalPart(2);
  }

  private int decimalPart(int group) {
    Matcher matcher = DECIMAL.matcher(name);
    if (!matcher.matches()) {
      throw new IllegalStateException(name + " is no decimal");
    }
    return Integer.parseInt(matcher.group(group));
  }

  private static boolean isDecimal(String name) {
    Matcher matcher = DECIMAL.matcher(name);
    if (!matcher.matches()) {
      return false;
    }
    int precision = Integer.parseInt(matcher.group(1));
    int scale = Integer.parseInt(matcher.group(2));
    return precision >= 1 && precision <= MAX_PRECISION && scale <= precision;
  }

  @Override
  public String toString() {
    return name;
  }
}
