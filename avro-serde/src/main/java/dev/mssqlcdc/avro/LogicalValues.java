package dev.mssqlcdc.avro;

import java.math.BigDecimal;
import java.util.function.UnaryOperator;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/** Values of Connect's own logical types, and the primitive values that travel for them. */
final class LogicalValues {

  private LogicalValues() {}

  /** Turns values of a schema into the primitive ones; one that has no name, into themselves. */
  static UnaryOperator<Object> toBase(Schema schema) {
    if (schema.name() == null) {
      return UnaryOperator.identity();
    }
    return switch (schema.name()) {
      case Decimal.LOGICAL_NAME -> value -> Decimal.fromLogical(schema, (BigDecimal) value);
      case Date.LOGICAL_NAME -> value -> Date.fromLogical(schema, (java.util.Date) value);
      case Time.LOGICAL_NAME -> value -> Time.fromLogical(schema, (java.util.Date) value);
      case Timestamp.LOGICAL_NAME -> value -> Timestamp.fromLogical(schema, (java.util.Date) value);
      default -> UnaryOperator.identity();
    };
  }

  /** The way back. */
  static UnaryOperator<Object> fromBase(Schema schema) {
    if (schema.name() == null) {
      return UnaryOperator.identity();
    }
    return switch (schema.name()) {
      case Decimal.LOGICAL_NAME -> value -> Decimal.toLogical(schema, (byte[]) value);
      case Date.LOGICAL_NAME -> value -> Date.toLogical(schema, (Integer) value);
      case Time.LOGICAL_NAME -> value -> Time.toLogical(schema, (Integer) value);
      case Timestamp.LOGICAL_NAME -> value -> Timestamp.toLogical(schema, (Long) value);
      default -> UnaryOperator.identity();
    };
  }
}
