package dev.mssqlcdc.avro;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.JsonProperties;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Default values in the form that Avro's schema JSON takes: bytes as ISO-8859-1 text. */
final class AvroDefaults {

  private AvroDefaults() {}

  /** The default of a record's field; null for none. */
  static Object ofField(Schema schema, org.apache.avro.Schema avro) {
    boolean nullFirst =
        avro.isUnion() && avro.getTypes().get(0).getType() == org.apache.avro.Schema.Type.NULL;
    if (schema.defaultValue() == null) {
      return nullFirst ? JsonProperties.NULL_VALUE : null;
    }
    return nullFirst ? null : of(schema, schema.defaultValue());
  }

  static Object of(Schema schema, Object value) {
    if (value == null) {
      return JsonProperties.NULL_VALUE;
    }
    Object base = LogicalValues.toBase(schema).apply(value);
    return switch (schema.type()) {
      case INT8, INT16 -> ((Number) base).intValue();
      case BYTES -> new String(Bytes.of(base), StandardCharsets.ISO_8859_1);
      case ARRAY -> array(schema.valueSchema(), (Collection<?>) base);
      case MAP -> map(schema, (Map<?, ?>) base);
      case STRUCT -> record((Struct) base);
      default -> base;
    };
  }

  private static List<Object> array(Schema items, Collection<?> values) {
    List<Object> array = new ArrayList<>();
    values.forEach(value -> array.add(of(items, value)));
    return array;
  }

  private static Object map(Schema schema, Map<?, ?> value) {
    if (AvroSchemas.hasStringKeys(schema)) {
      Map<String, Object> map = new LinkedHashMap<>();
      value.forEach((key, item) -> map.put((String) key, of(schema.valueSchema(), item)));
      return map;
    }
    List<Object> entries = new ArrayList<>();
    value.forEach(
        (key, item) ->
            entries.add(
                Arrays.asList(of(schema.keySchema(), key), of(schema.valueSchema(), item))));
    return entries;
  }

  private static Map<String, Object> record(Struct struct) {
    Map<String, Object> record = new LinkedHashMap<>();
    for (Field field : struct.schema().fields()) {
      record.put(field.name(), of(field.schema(), struct.get(field)));
    }
    return record;
  }
}
