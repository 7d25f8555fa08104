package dev.mssqlcdc.avro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;

/** Whatever goes in comes out, by this converter and by Avro's own reader. */
class TestRoundTrip {

  private static final String TOPIC = "t";
  private static TestingRegistry registry;
  private static AvroConverter converter;

  @BeforeContainer
  static void start() throws IOException {
    registry = new TestingRegistry();
    converter = new AvroConverter();
    converter.configure(
        Map.of("schema.registry.url", registry.url(), "ignore.default.for.nullables", "true"),
        false);
  }

  @AfterContainer
  static void stop() {
    registry.close();
  }

  @Provide
  Arbitrary<SchemaAndValue> anySchemaAndValue() {
    return TestingSchemas.schemasAndValues();
  }

  @Property(tries = 500)
  void theConverterReadsWhatItWrote(@ForAll("anySchemaAndValue") SchemaAndValue in) {
    byte[] payload = converter.fromConnectData(TOPIC, in.schema(), in.value());
    SchemaAndValue out = converter.toConnectData(TOPIC, payload);
    assertThat(out.schema()).isEqualTo(in.schema());
    assertThat(comparable(out.value())).isEqualTo(comparable(in.value()));
  }

  @Property(tries = 500)
  void avrosOwnReaderReadsIt(@ForAll("anySchemaAndValue") SchemaAndValue in) throws IOException {
    byte[] payload = converter.fromConnectData(TOPIC, in.schema(), in.value());
    String text = registry.schema(ByteBuffer.wrap(payload, 1, 4).getInt());
    var reader = new GenericDatumReader<Object>(new org.apache.avro.Schema.Parser().parse(text));
    BinaryDecoder decoder =
        DecoderFactory.get().binaryDecoder(payload, 5, payload.length - 5, null);
    Object read = reader.read(null, decoder);
    assertThat(decoder.isEnd()).isTrue();
    assertThat(same(in.schema(), in.value(), read)).as("%s as %s", in.value(), read).isTrue();
  }

  /** Arrays are compared by content, structs by the values of their fields. */
  private static Object comparable(Object value) {
    if (value instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    } else if (value instanceof Collection<?> items) {
      List<Object> list = new ArrayList<>();
      items.forEach(item -> list.add(comparable(item)));
      return list;
    } else if (value instanceof Map<?, ?> entries) {
      Map<Object, Object> map = new LinkedHashMap<>();
      entries.forEach((key, item) -> map.put(comparable(key), comparable(item)));
      return map;
    } else if (value instanceof Struct struct) {
      List<Object> fields = new ArrayList<>();
      struct
          .schema()
          .fields()
          .forEach(field -> fields.add(comparable(struct.getWithoutDefault(field.name()))));
      return fields;
    }
    return value;
  }

  private static boolean same(Schema schema, Object value, Object read) {
    if (value == null) {
      return read == null;
    }
    return switch (schema.type()) {
      case INT8, INT16 -> ((Number) value).intValue() == (Integer) read;
      case INT32 -> read.equals(value instanceof java.util.Date date ? int32(schema, date) : value);
      case INT64 ->
          read.equals(
              value instanceof java.util.Date date ? date.toInstant().toEpochMilli() : value);
      case STRING -> read.toString().equals(value);
      case BYTES ->
          read.equals(
              ByteBuffer.wrap(
                  schema.name() == null
                      ? (byte[]) value
                      : Decimal.fromLogical(schema, decimal(value))));
      case ARRAY -> sameList(schema.valueSchema(), (List<?>) value, (List<?>) read);
      case MAP -> sameMap(schema, (Map<?, ?>) value, read);
      case STRUCT -> sameStruct((Struct) value, (GenericRecord) read);
      default -> read.equals(value);
    };
  }

  private static java.math.BigDecimal decimal(Object value) {
    return (java.math.BigDecimal) value;
  }

  private static Object int32(Schema schema, java.util.Date date) {
    long unit = schema.name().endsWith("Date") ? 86_400_000L : 1;
    return (int) Math.floorDiv(date.toInstant().toEpochMilli(), unit);
  }

  private static boolean sameList(Schema items, List<?> values, List<?> read) {
    for (int i = 0; i < values.size(); i++) {
      if (!same(items, values.get(i), read.get(i))) {
        return false;
      }
    }
    return values.size() == read.size();
  }

  private static boolean sameMap(Schema schema, Map<?, ?> values, Object read) {
    Map<Object, Object> entries = new LinkedHashMap<>();
    if (read instanceof Map<?, ?> map) {
      map.forEach((key, value) -> entries.put(key.toString(), value));
    } else {
      for (Object each : (List<?>) read) {
        GenericRecord entry = (GenericRecord) each;
        Object key = entry.get("key");
        entries.put(key instanceof CharSequence ? key.toString() : key, entry.get("value"));
      }
    }
    return entries.keySet().equals(values.keySet())
        && values.entrySet().stream()
            .allMatch(e -> same(schema.valueSchema(), e.getValue(), entries.get(e.getKey())));
  }

  private static boolean sameStruct(Struct struct, GenericRecord read) {
    return struct.schema().fields().stream()
        .allMatch(field -> sameField(struct, field, read.get(field.name())));
  }

  private static boolean sameField(Struct struct, Field field, Object read) {
    return same(field.schema(), struct.getWithoutDefault(field.name()), read);
  }
}
