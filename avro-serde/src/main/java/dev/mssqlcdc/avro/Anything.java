package dev.mssqlcdc.avro;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.Encoder;
import org.apache.kafka.connect.errors.DataException;

/**
 * Values without a schema, as Confluent's converter has them: a record with a field for each kind
 * of value, of which one is set, or none for null.
 */
final class Anything {

  private static final String NAME = Confluent.NAMESPACE + ".Anything";
  private static final String ARRAY = "array";
  private static final String MAP = "map";
  private static final int BOOLEAN = 0;
  private static final int BYTES = 1;
  private static final int DOUBLE = 2;
  private static final int FLOAT = 3;
  private static final int INT = 4;
  private static final int LONG = 5;
  private static final int STRING = 6;
  private static final int ARRAY_FIELD = 7;
  private static final int MAP_FIELD = 8;
  private static final int NONE = -1;

  static final Schema SCHEMA =
      SchemaBuilder.record(NAME)
          .fields()
          .optionalBoolean("boolean")
          .optionalBytes("bytes")
          .optionalDouble("double")
          .optionalFloat("float")
          .optionalInt("int")
          .optionalLong("long")
          .optionalString("string")
          .name(ARRAY)
          .type()
          .optional()
          .array()
          .items()
          .type(NAME)
          .name(MAP)
          .type()
          .optional()
          .array()
          .items()
          .record(Confluent.MAP_ENTRY)
          .namespace(Confluent.NAMESPACE)
          .fields()
          .name(Confluent.KEY)
          .type(NAME)
          .noDefault()
          .name(Confluent.VALUE)
          .type(NAME)
          .noDefault()
          .endRecord()
          .endRecord();

  private static final int FIELDS = SCHEMA.getFields().size();

  private Anything() {}

  /**
   * Writes a value of {@link #SCHEMA}.
   *
   * @throws DataException for a value of a kind that needs a schema
   */
  static void write(Object value, Encoder out) throws IOException {
    int kind = kind(value);
    for (int i = 0; i < FIELDS; i++) {
      out.writeIndex(i == kind ? 1 : 0);
      if (i == kind) {
        writeField(kind, value, out);
      }
    }
  }

  private static int kind(Object value) {
    if (value == null) {
      return NONE;
    } else if (value instanceof Boolean) {
      return BOOLEAN;
    } else if (value instanceof byte[] || value instanceof ByteBuffer) {
      return BYTES;
    } else if (value instanceof Double) {
      return DOUBLE;
    } else if (value instanceof Float) {
      return FLOAT;
    } else if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
      return INT;
    } else if (value instanceof Long) {
      return LONG;
    } else if (value instanceof String) {
      return STRING;
    } else if (value instanceof Collection) {
      return ARRAY_FIELD;
    } else if (value instanceof Map) {
      return MAP_FIELD;
    }
    throw new DataException(
        "a " + value.getClass().getSimpleName() + " without a schema cannot become Avro");
  }

  private static void writeField(int kind, Object value, Encoder out) throws IOException {
    switch (kind) {
      case BOOLEAN -> out.writeBoolean((Boolean) value);
      case BYTES -> out.writeBytes(Bytes.of(value));
      case DOUBLE -> out.writeDouble((Double) value);
      case FLOAT -> out.writeFloat((Float) value);
      case INT -> out.writeInt(((Number) value).intValue());
      case LONG -> out.writeLong((Long) value);
      case STRING -> out.writeString((String) value);
      case ARRAY_FIELD -> ValueEncoders.array(Anything::write).write(value, out);
      default ->
          ValueEncoders.array(ValueEncoders.entry(Anything::write, Anything::write))
              .write(((Map<?, ?>) value).entrySet(), out);
    }
  }

  /** The value that a record of {@link #SCHEMA} stands for. */
  static Object read(GenericRecord record) {
    for (int i = 0; i < FIELDS; i++) {
      Object value = record.get(i);
      if (value != null) {
        return read(i, value);
      }
    }
    return null;
  }

  private static Object read(int kind, Object value) {
    return switch (kind) {
      case BYTES -> Bytes.of(value);
      case STRING -> value.toString();
      case ARRAY_FIELD -> list((Collection<?>) value);
      case MAP_FIELD -> map((Collection<?>) value);
      default -> value;
    };
  }

  private static List<Object> list(Collection<?> items) {
    List<Object> list = new ArrayList<>();
    items.forEach(item -> list.add(read((GenericRecord) item)));
    return list;
  }

  private static Map<Object, Object> map(Collection<?> entries) {
    Map<Object, Object> map = new LinkedHashMap<>();
    for (Object each : entries) {
      GenericRecord entry = (GenericRecord) each;
      map.put(
          read((GenericRecord) entry.get(Confluent.KEY)),
          read((GenericRecord) entry.get(Confluent.VALUE)));
    }
    return map;
  }
}
