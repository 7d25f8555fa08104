package dev.mssqlcdc.avro;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Decoded Avro values as Connect values of a schema that {@link ConnectSchemas} made. */
final class ConnectValues {

  private ConnectValues() {}

  static Object of(Schema schema, Object value) {
    if (value == null) {
      return null;
    }
    Object base =
        switch (schema.type()) {
          case INT8 -> ((Number) value).byteValue();
          case INT16 -> ((Number) value).shortValue();
          case STRING -> value.toString();
          case BYTES -> Bytes.of(value);
          case ARRAY ->
              ((Collection<?>) value).stream().map(item -> of(schema.valueSchema(), item)).toList();
          case MAP -> map(schema, value);
          case STRUCT -> struct(schema, (GenericRecord) value);
          default -> value;
        };
    return LogicalValues.fromBase(schema).apply(base);
  }

  private static Map<Object, Object> map(Schema schema, Object value) {
    Map<Object, Object> map = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> entries) {
      entries.forEach(
          (key, item) -> map.put(of(schema.keySchema(), key), of(schema.valueSchema(), item)));
    } else {
      for (Object item : (Collection<?>) value) {
        GenericRecord entry = (GenericRecord) item;
        map.put(
            of(schema.keySchema(), entry.get(Confluent.KEY)),
            of(schema.valueSchema(), entry.get(Confluent.VALUE)));
      }
    }
    return map;
  }

  private static Struct struct(Schema schema, GenericRecord record) {
    Struct struct = new Struct(schema);
    for (Field field : schema.fields()) {
      struct.put(field, of(field.schema(), record.get(field.name())));
    }
    return struct;
  }
}
