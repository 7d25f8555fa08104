package dev.mssqlcdc.connector.core;

import java.util.Optional;

/**
 * How a column's values travel.
 *
 * @param kind the form on the wire
 * @param precision digits in all of a {@link Kind#DECIMAL}; 0 otherwise
 * @param scale digits after the point of a {@link Kind#DECIMAL}; 0 otherwise
 */
public record WireType(Kind kind, int precision, int scale) {

  /** Forms on the wire, as the table of types in the reference documentation lists them. */
  public enum Kind {
    BOOLEAN,
    INT16,
    INT32,
    INT64,
    FLOAT32,
    FLOAT64,
    DECIMAL,
    DATE,
    MICRO_TIMESTAMP,
    ZONED_TIMESTAMP,
    NANO_TIME,
    STRING,
    BYTES,
    /** A datetime2(7) in a key: text of fixed width, since microseconds would merge two keys. */
    LOCAL_TIME_TEXT,
    /** A datetimeoffset(7) in a key: the instant in UTC, as text of fixed width. */
    INSTANT_TEXT
  }

  private static final int FULL_SCALE = 7;

  private static WireType of(Kind kind) {
    return new WireType(kind, 0, 0);
  }

  private static WireType decimal(int precision, int scale) {
    return new WireType(Kind.DECIMAL, precision, scale);
  }

  /**
   * The form of a source type.
   *
   * @param type as declared
   * @param inKey whether the column is part of the table's key
   * @return empty for a type without a natural form (sql_variant, spatial, hierarchyid, CLR)
   */
  public static Optional<WireType> of(SqlType type, boolean inKey) {
    boolean textKey = inKey && type.scale() == FULL_SCALE;
    return Optional.ofNullable(
        switch (type.name()) {
          case "bit" -> of(Kind.BOOLEAN);
          case "tinyint", "smallint" -> of(Kind.INT16);
          case "int" -> of(Kind.INT32);
          case "bigint" -> of(Kind.INT64);
          case "real" -> of(Kind.FLOAT32);
          case "float" -> of(Kind.FLOAT64);
          case "decimal", "numeric" -> decimal(type.precision(), type.scale());
          case "money" -> decimal(19, 4);
          case "smallmoney" -> decimal(10, 4);
          case "date" -> of(Kind.DATE);
          case "datetime", "smalldatetime" -> of(Kind.MICRO_TIMESTAMP);
          case "datetime2" -> of(textKey ? Kind.LOCAL_TIME_TEXT : Kind.MICRO_TIMESTAMP);
          case "datetimeoffset" -> of(textKey ? Kind.INSTANT_TEXT : Kind.ZONED_TIMESTAMP);
          case "time" -> of(Kind.NANO_TIME);
          case "char", "varchar", "nchar", "nvarchar", "text", "ntext", "xml", "uniqueidentifier" ->
              of(Kind.STRING);
          case "binary", "varbinary", "image", "timestamp", "rowversion" -> of(Kind.BYTES);
          default -> null;
        });
  }

  /** Whether every value of this form is also one of {@code other}, read as such. */
  public boolean fits(WireType other) {
    if (other.kind == Kind.DECIMAL) {
      return scale <= other.scale && integerDigits() <= other.integerDigits();
    }
    return kind == other.kind || widens(other.kind);
  }

  /**
   * Whether Avro's rules let a reader of {@code other} read values of this form as what they are.
   */
  boolean promotesTo(WireType other) {
    return kind == other.kind
        || switch (kind) {
          case INT16, INT32, FLOAT32 ->
              other.kind == Kind.INT32 || other.kind == Kind.INT64 || other.kind == Kind.FLOAT64;
          default -> false;
        };
  }

  private int integerDigits() {
    return switch (kind) {
      case INT16 -> 5;
      case INT32 -> 10;
      case INT64 -> 20;
      case DECIMAL -> precision - scale;
      default -> Integer.MAX_VALUE;
    };
  }

  private boolean widens(Kind wider) {
    return switch (kind) {
      case INT16 -> wider == Kind.INT32 || wider == Kind.INT64 || wider == Kind.FLOAT64;
      case INT32 -> wider == Kind.INT64 || wider == Kind.FLOAT64;
      case FLOAT32 -> wider == Kind.FLOAT64;
      case DATE -> wider == Kind.MICRO_TIMESTAMP;
      default -> false;
    };
  }
}
