package dev.mssqlcdc.writer.delta;

import dev.mssqlcdc.lake.DeltaType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;

/**
 * Hands values of one column to Parquet. Values: Boolean; Number for the integer and floating
 * types, days and microseconds; BigDecimal of the column's scale; String or UTF-8 bytes in a
 * ByteBuffer for text; byte[] or ByteBuffer for binary.
 */
@FunctionalInterface
interface ValueWriter {

  void write(RecordConsumer consumer, Object value);

  static ValueWriter of(DeltaType type) {
    if (type.isDecimal()) {
      return decimal(type);
    }
    return switch (type.name()) {
      case "boolean" -> (consumer, value) -> consumer.addBoolean((Boolean) value);
      case "short", "integer", "date" ->
          (consumer, value) -> consumer.addInteger(((Number) value).intValue());
      case "long", "timestamp", "timestamp_ntz" ->
          (consumer, value) -> consumer.addLong(((Number) value).longValue());
      case "float" -> (consumer, value) -> consumer.addFloat(((Number) value).floatValue());
      case "double" -> (consumer, value) -> consumer.addDouble(((Number) value).doubleValue());
      case "string", "binary" -> (consumer, value) -> consumer.addBinary(binary(value));
      default -> throw new IllegalStateException("no writer for " + type);
    };
  }

  private static Binary binary(Object value) {
    if (value instanceof ByteBuffer bytes) {
      return Binary.fromReusedByteBuffer(bytes);
    }
    return value instanceof byte[] bytes
        ? Binary.fromReusedByteArray(bytes)
        : Binary.fromString((String) value);
  }

  private static ValueWriter decimal(DeltaType type) {
    if (ParquetColumns.isIntDecimal(type)) {
      return (consumer, value) ->
          consumer.addInteger(((BigDecimal) value).unscaledValue().intValueExact());
    } else if (ParquetColumns.isLongDecimal(type)) {
      return (consumer, value) ->
          consumer.addLong(((BigDecimal) value).unscaledValue().longValueExact());
    }
    int length = ParquetColumns.decimalLength(type.precision());
    return (consumer, value) -> consumer.addBinary(padded((BigDecimal) value, length));
  }

  private static Binary padded(BigDecimal value, int length) {
    byte[] bytes = value.unscaledValue().toByteArray();
    if (bytes.length == length) {
      return Binary.fromConstantByteArray(bytes);
    }
    byte[] padded = new byte[length];
    Arrays.fill(padded, 0, length - bytes.length, (byte) (value.signum() < 0 ? -1 : 0));
    System.arraycopy(bytes, 0, padded, length - bytes.length, bytes.length);
    return Binary.fromConstantByteArray(padded);
  }
}
