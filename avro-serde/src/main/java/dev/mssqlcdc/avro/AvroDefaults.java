package dev.mssqlcdc.avro;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Default values in the form that Avro's schema JSON takes: bytes as ISO-8859-1 text. */
final class AvroDefaults {

  private AvroDefaults() {}

  static Object of(Schema schema, Object value) {
    return switch (schema.type()) {
      case BYTES -> new String(bytes(schema, value), StandardCharsets.ISO_8859_1);
      case INT32, INT64 -> LogicalValues.toBase(schema, value);
      case ARRAY -> ((List<?>) value).stream().map(item -> of(schema.valueSchema(), item)).toList();
      case MAP -> map(schema, (Map<?, ?>) value);
      case STRUCT -> record((Struct) value);
      default -> value;
    };
  }

  private static Map<String, Object> map(Schema schema, Map<?, ?> value) {
    Map<String, Object> map = new LinkedHashMap<>();
    value.forEach((key, item) -> map.put(key.toString(), of(schema.valueSchema(), item)));
    return map;
  }

  private static Map<String, Object> record(Struct struct) {
    Map<String, Object> record = new LinkedHashMap<>();
    for (Field field : struct.schema().fields()) {
      record.put(field.name(), of(field.schema(), struct.get(field)));
    }
    return record;
  }

  private static byte[] bytes(Schema schema, Object value) {
    Object base = LogicalValues.toBase(schema, value);
    if (base instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    }
    return (byte[]) base;
  }
}
