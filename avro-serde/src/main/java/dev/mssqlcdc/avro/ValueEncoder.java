package dev.mssqlcdc.avro;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.avro.io.Encoder;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * Writes Connect values of one schema as Avro binary data. Compiled once per schema, so that a
 * record costs no look-ups and no generic record.
 */
@FunctionalInterface
interface ValueEncoder {

  /**
   * Writes one value.
   *
   * @throws DataException when the value does not fit the schema
   */
  void write(Object value, Encoder out) throws IOException;

  /** The encoder of a schema; the bytes are those of {@link AvroSchemas#of}. */
  static ValueEncoder of(Schema schema) {
    ValueEncoder encoder = required(schema);
    return schema.isOptional() ? optional(encoder, schema.defaultValue() == null) : encoder;
  }

  private static ValueEncoder optional(ValueEncoder encoder, boolean nullFirst) {
    int nullBranch = nullFirst ? 0 : 1;
    return (value, out) -> {
      if (value == null) {
        out.writeIndex(nullBranch);
      } else {
        out.writeIndex(1 - nullBranch);
        encoder.write(value, out);
      }
    };
  }

  private static ValueEncoder required(Schema schema) {
    ValueEncoder encoder =
        switch (schema.type()) {
          case INT8, INT16 -> (value, out) -> out.writeInt(((Number) value).intValue());
          case INT32 -> logical(schema, (value, out) -> out.writeInt((Integer) value));
          case INT64 -> logical(schema, (value, out) -> out.writeLong((Long) value));
          case FLOAT32 -> (value, out) -> out.writeFloat((Float) value);
          case FLOAT64 -> (value, out) -> out.writeDouble((Double) value);
          case BOOLEAN -> (value, out) -> out.writeBoolean((Boolean) value);
          case STRING -> (value, out) -> out.writeString((String) value);
          case BYTES -> logical(schema, ValueEncoder::writeBytes);
          case ARRAY -> array(of(schema.valueSchema()));
          case MAP -> map(schema);
          case STRUCT -> struct(schema);
        };
    return (value, out) -> {
      if (value == null) {
        throw new DataException("null where schema " + schema + " requires a value");
      }
      encoder.write(value, out);
    };
  }

  private static ValueEncoder logical(Schema schema, ValueEncoder base) {
    return schema.name() == null
        ? base
        : (value, out) -> base.write(LogicalValues.toBase(schema, value), out);
  }

  private static void writeBytes(Object value, Encoder out) throws IOException {
    if (value instanceof ByteBuffer buffer) {
      out.writeBytes(buffer.duplicate());
    } else {
      out.writeBytes((byte[]) value);
    }
  }

  private static ValueEncoder array(ValueEncoder item) {
    return (value, out) -> {
      Collection<?> items = (Collection<?>) value;
      out.writeArrayStart();
      out.setItemCount(items.size());
      for (Object each : items) {
        out.startItem();
        item.write(each, out);
      }
      out.writeArrayEnd();
    };
  }

  private static ValueEncoder map(Schema schema) {
    ValueEncoder keys = of(schema.keySchema());
    ValueEncoder values = of(schema.valueSchema());
    boolean asMap = AvroSchemas.hasStringKeys(schema);
    return (value, out) -> {
      Map<?, ?> map = (Map<?, ?>) value;
      // A map and an array of entries are the same bytes: blocks of key, value.
      if (asMap) {
        out.writeMapStart();
      } else {
        out.writeArrayStart();
      }
      out.setItemCount(map.size());
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.startItem();
        keys.write(entry.getKey(), out);
        values.write(entry.getValue(), out);
      }
      if (asMap) {
        out.writeMapEnd();
      } else {
        out.writeArrayEnd();
      }
    };
  }

  private static ValueEncoder struct(Schema schema) {
    List<Field> fields = schema.fields();
    Field[] order = fields.toArray(Field[]::new);
    ValueEncoder[] encoders =
        fields.stream().map(field -> of(field.schema())).toArray(ValueEncoder[]::new);
    return (value, out) -> {
      Struct struct = (Struct) value;
      for (int i = 0; i < order.length; i++) {
        try {
          encoders[i].write(struct.get(order[i]), out);
        } catch (ClassCastException | DataException e) {
          throw new DataException("field '" + order[i].name() + "': " + e.getMessage(), e);
        }
      }
    };
  }
}
