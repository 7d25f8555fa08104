package dev.mssqlcdc.silver.compare;

import java.io.Serializable;

/**
 * A column that both sides have.
 *
 * @param silver its name in silver
 * @param source its name in the source
 * @param sourceType base type in the source
 * @param kind how its values are compared
 */
public record ComparedColumn(String silver, String source, String sourceType, ValueKind kind)
    implements Serializable {

  /** Whether its values tell the order and the sum of keys alike on both sides. */
  public boolean isInteger() {
    return kind == ValueKind.INTEGER;
  }
}
