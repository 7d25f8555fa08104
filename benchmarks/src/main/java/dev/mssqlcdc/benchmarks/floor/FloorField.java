package dev.mssqlcdc.benchmarks.floor;

import java.nio.ByteBuffer;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.util.Utf8;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * A field of the records as a Parquet column.
 *
 * @param position in the Avro record
 */
record FloorField(String name, int position, Type type, Writer writer) {

  @FunctionalInterface
  interface Writer {
    void write(RecordConsumer consumer, Object value);
  }

  static FloorField of(Schema.Field field) {
    Schema schema = value(field.schema());
    LogicalType logical = schema.getLogicalType();
    return switch (schema.getType()) {
      case BOOLEAN ->
          of(field, PrimitiveTypeName.BOOLEAN, null, (to, value) -> to.addBoolean((Boolean) value));
      case INT ->
          of(
              field,
              PrimitiveTypeName.INT32,
              logical == null ? null : LogicalTypeAnnotation.dateType(),
              (to, value) -> to.addInteger((Integer) value));
      case LONG ->
          of(field, PrimitiveTypeName.INT64, null, (to, value) -> to.addLong((Long) value));
      case DOUBLE ->
          of(field, PrimitiveTypeName.DOUBLE, null, (to, value) -> to.addDouble((Double) value));
      case STRING ->
          of(
              field,
              PrimitiveTypeName.BINARY,
              LogicalTypeAnnotation.stringType(),
              (to, value) -> to.addBinary(text((Utf8) value)));
      case BYTES -> {
        LogicalTypes.Decimal decimal = (LogicalTypes.Decimal) logical;
        yield of(
            field,
            PrimitiveTypeName.INT64,
            LogicalTypeAnnotation.decimalType(decimal.getScale(), decimal.getPrecision()),
            (to, value) -> to.addLong(unscaled((ByteBuffer) value)));
      }
      default -> throw new IllegalStateException("no column for " + field);
    };
  }

  private static FloorField of(
      Schema.Field field, PrimitiveTypeName type, LogicalTypeAnnotation logical, Writer writer) {
    Type column = Types.optional(type).as(logical).named(field.name());
    return new FloorField(field.name(), field.pos(), column, writer);
  }

  private static Schema value(Schema schema) {
    return schema.isUnion()
        ? schema.getTypes().stream()
            .filter(branch -> branch.getType() != Schema.Type.NULL)
            .findFirst()
            .orElseThrow()
        : schema;
  }

  private static Binary text(Utf8 value) {
    return Binary.fromReusedByteArray(value.getBytes(), 0, value.getByteLength());
  }

  private static long unscaled(ByteBuffer bytes) {
    long value = bytes.get(bytes.position());
    for (int i = bytes.position() + 1; i < bytes.limit(); i++) {
      value = (value << Byte.SIZE) | (bytes.get(i) & 0xFF);
    }
    return value;
  }
}
