package dev.mssqlcdc.avro;

import java.math.BigDecimal;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/** Values of Connect's own logical types, and the primitive values that travel for them. */
final class LogicalValues {

  private LogicalValues() {}

  static Object toBase(Schema schema, Object value) {
    if (value instanceof BigDecimal decimal) {
      return Decimal.fromLogical(schema, decimal);
    }
    if (value instanceof java.util.Date date && schema.name() != null) {
      return switch (schema.name()) {
        case Date.LOGICAL_NAME -> Date.fromLogical(schema, date);
        case Time.LOGICAL_NAME -> Time.fromLogical(schema, date);
        case Timestamp.LOGICAL_NAME -> Timestamp.fromLogical(schema, date);
        default -> value;
      };
    }
    return value;
  }

  static Object fromBase(Schema schema, Object value) {
    if (schema.name() == null) {
      return value;
    }
    return switch (schema.name()) {
      case Decimal.LOGICAL_NAME -> Decimal.toLogical(schema, (byte[]) value);
      case Date.LOGICAL_NAME -> Date.toLogical(schema, (Integer) value);
      case Time.LOGICAL_NAME -> Time.toLogical(schema, (Integer) value);
      case Timestamp.LOGICAL_NAME -> Timestamp.toLogical(schema, (Long) value);
      default -> value;
    };
  }
}
