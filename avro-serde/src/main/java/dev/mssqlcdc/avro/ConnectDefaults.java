package dev.mssqlcdc.avro;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.JsonProperties;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/** Default values out of an Avro schema's JSON: the way back of {@link AvroDefaults}. */
final class ConnectDefaults {

  private ConnectDefaults() {}

  /**
   * The default as Connect has it.
   *
   * @param json as Avro gives JSON: numbers, text, lists and maps
   * @throws DataException when it is not of the schema's type
   */
  static Object of(Schema schema, Object json) {
    if (json == null || json == JsonProperties.NULL_VALUE) {
      return null;
    }
    try {
      Object value = LogicalValues.fromBase(schema).apply(base(schema, json));
      // Connect compares defaults, and arrays are never equal.
      return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
    } catch (ClassCastException | NumberFormatException e) {
      throw new DataException("default %s is not of schema %s".formatted(json, schema), e);
    }
  }

  private static Object base(Schema schema, Object json) {
    return switch (schema.type()) {
      case INT8 -> ((Number) json).byteValue();
      case INT16 -> ((Number) json).shortValue();
      case INT32 -> ((Number) json).intValue();
      case INT64 -> ((Number) json).longValue();
      case FLOAT32 -> json instanceof Number n ? n.floatValue() : Float.parseFloat((String) json);
      case FLOAT64 ->
          json instanceof Number n ? n.doubleValue() : Double.parseDouble((String) json);
      case BOOLEAN -> (Boolean) json;
      case STRING -> json.toString();
      case BYTES ->
          json instanceof String text ? text.getBytes(StandardCharsets.ISO_8859_1) : Bytes.of(json);
      case ARRAY -> list(schema.valueSchema(), (Collection<?>) json);
      case MAP -> map(schema, json);
      case STRUCT -> struct(schema, (Map<?, ?>) json);
    };
  }

  private static List<Object> list(Schema items, Collection<?> json) {
    List<Object> list = new ArrayList<>();
    json.forEach(item -> list.add(of(items, item)));
    return list;
  }

  private static Map<Object, Object> map(Schema schema, Object json) {
    Map<Object, Object> map = new LinkedHashMap<>();
    if (json instanceof Map<?, ?> members) {
      members.forEach((key, item) -> map.put(key.toString(), of(schema.valueSchema(), item)));
    } else {
      for (Object entry : (Collection<?>) json) {
        List<?> pair = (List<?>) entry;
        map.put(of(schema.keySchema(), pair.get(0)), of(schema.valueSchema(), pair.get(1)));
      }
    }
    return map;
  }

  private static Struct struct(Schema schema, Map<?, ?> json) {
    Struct struct = new Struct(schema);
    for (Field field : schema.fields()) {
      struct.put(field, of(field.schema(), json.get(field.name())));
    }
    return struct;
  }
}
