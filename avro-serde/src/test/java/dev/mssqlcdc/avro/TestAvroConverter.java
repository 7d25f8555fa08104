package dev.mssqlcdc.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TestAvroConverter {

  private static final String TOPIC = "shop.dbo.orders";
  private static final Schema ORDER =
      SchemaBuilder.struct()
          .name("shop.dbo.orders.Value")
          .field("id", Schema.INT32_SCHEMA)
          .field("price", Decimal.builder(4).optional().parameter("mssqlcdc.type", "money").build())
          .field("day", Date.builder().optional().build())
          .field("note", Schema.OPTIONAL_STRING_SCHEMA)
          .build();

  private TestingRegistry registry;
  private AvroConverter converter;

  @BeforeEach
  void start() throws IOException {
    registry = new TestingRegistry();
    converter = converter(false);
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  private AvroConverter converter(boolean isKey) {
    AvroConverter made = new AvroConverter();
    made.configure(Map.of("schema.registry.url", registry.url()), isKey);
    return made;
  }

  private static Struct order() {
    return new Struct(ORDER)
        .put("id", 7)
        .put("price", new BigDecimal("12.3400"))
        .put("day", java.util.Date.from(java.time.Instant.ofEpochMilli(86_400_000L * 3)))
        .put("note", "emoji \uD83D\uDE00 and \"quotes\"");
  }

  @Test
  void writesTheConfluentWireFormatThatTheDecoderReads() {
    byte[] payload = converter.fromConnectData(TOPIC, ORDER, order());
    assertThat(payload[0]).isZero();
    GenericRecord read = new AvroDecoder(new SchemaClient(registry.config())).decode(payload);
    assertThat(read.get("id")).isEqualTo(7);
    assertThat(read.get("day")).isEqualTo(3);
    assertThat(((ByteBuffer) read.get("price")).array())
        .isEqualTo(new BigDecimal("12.3400").unscaledValue().toByteArray());
    assertThat(read.get("note").toString()).isEqualTo("emoji \uD83D\uDE00 and \"quotes\"");
  }

  @Test
  void registersBySubjectOfTopicAndRole() {
    converter.fromConnectData(TOPIC, ORDER, order());
    converter(true).fromConnectData(TOPIC, Schema.INT32_SCHEMA, 7);
    assertThat(registry.subjects()).containsOnlyKeys(TOPIC + "-value", TOPIC + "-key");
  }

  @Test
  void writesTheSchemaThatConfluentsConverterWrites() {
    converter.fromConnectData(TOPIC, ORDER, order());
    assertThat(registry.schema(1))
        .isEqualTo(
            "{\"type\":\"record\",\"name\":\"Value\",\"namespace\":\"shop.dbo.orders\",\"fields\":["
                + "{\"name\":\"id\",\"type\":\"int\"},"
                + "{\"name\":\"price\",\"type\":[\"null\",{\"type\":\"bytes\",\"scale\":4,"
                + "\"precision\":64,\"connect.version\":1,"
                + "\"connect.parameters\":{\"scale\":\"4\",\"mssqlcdc.type\":\"money\"},"
                + "\"connect.name\":\"org.apache.kafka.connect.data.Decimal\","
                + "\"logicalType\":\"decimal\"}],\"default\":null},"
                + "{\"name\":\"day\",\"type\":[\"null\",{\"type\":\"int\",\"connect.version\":1,"
                + "\"connect.name\":\"org.apache.kafka.connect.data.Date\","
                + "\"logicalType\":\"date\"}],\"default\":null},"
                + "{\"name\":\"note\",\"type\":[\"null\",\"string\"],\"default\":null}],"
                + "\"connect.name\":\"shop.dbo.orders.Value\"}");
  }

  @Test
  void asksTheRegistryOncePerSchemaObject() {
    for (int i = 0; i < 100; i++) {
      converter.fromConnectData(TOPIC, ORDER, order());
    }
    assertThat(registry.requests()).isEqualTo(1);
  }

  @Test
  void everyConnectTypeRoundTrips() {
    Schema inner = SchemaBuilder.struct().name("inner").field("x", Schema.INT8_SCHEMA).build();
    Schema schema =
        SchemaBuilder.struct()
            .name("all")
            .field("int8", Schema.INT8_SCHEMA)
            .field("int16", Schema.OPTIONAL_INT16_SCHEMA)
            .field("int64", Schema.INT64_SCHEMA)
            .field("float32", Schema.FLOAT32_SCHEMA)
            .field("float64", Schema.FLOAT64_SCHEMA)
            .field("bool", Schema.BOOLEAN_SCHEMA)
            .field("bytes", Schema.BYTES_SCHEMA)
            .field("time", Time.SCHEMA)
            .field("timestamp", Timestamp.SCHEMA)
            .field("array", SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA).build())
            .field("map", SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT32_SCHEMA).build())
            .field("entries", SchemaBuilder.map(Schema.INT32_SCHEMA, inner).build())
            .field("struct", inner)
            .field("absent", Schema.OPTIONAL_FLOAT64_SCHEMA)
            .build();
    Struct value =
        new Struct(schema)
            .put("int8", (byte) -8)
            .put("int16", Short.MIN_VALUE)
            .put("int64", Long.MAX_VALUE)
            .put("float32", 1.5f)
            .put("float64", -2.25)
            .put("bool", true)
            .put("bytes", new byte[] {0, -1})
            .put("time", java.util.Date.from(java.time.Instant.ofEpochMilli(1)))
            .put(
                "timestamp",
                java.util.Date.from(java.time.Instant.ofEpochMilli(1_700_000_000_123L)))
            .put("array", Arrays.asList("a", null))
            .put("map", Map.of("k", 1))
            .put("entries", Map.of(5, new Struct(inner).put("x", (byte) 1)))
            .put("struct", new Struct(inner).put("x", (byte) 2));
    SchemaAndValue back =
        converter.toConnectData(TOPIC, converter.fromConnectData(TOPIC, schema, value));
    assertThat(back.schema()).isEqualTo(schema);
    assertThat(back.value()).isEqualTo(value);
  }

  @Test
  void nothingIsATombstone() {
    assertThat(converter.fromConnectData(TOPIC, null, null)).isNull();
    assertThat(converter.fromConnectData(TOPIC, Schema.OPTIONAL_INT32_SCHEMA, null)).isNull();
    assertThat(converter.toConnectData(TOPIC, null)).isEqualTo(SchemaAndValue.NULL);
  }

  @Test
  void survivesARestartingRegistry() {
    registry.failNext(2, 503);
    converter.fromConnectData(TOPIC, ORDER, order());
    assertThat(registry.requests()).isEqualTo(3);
  }

  @Test
  void reportsARefusalInTheRegistrysOwnWords() {
    registry.refuse("field 'x' is incompatible");
    assertThatThrownBy(() -> converter.fromConnectData(TOPIC, ORDER, order()))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("409")
        .hasMessageContaining("field 'x' is incompatible")
        .hasMessageContaining(TOPIC + "-value");
  }

  @Test
  void namesTheTopicOfAValueThatDoesNotFit() {
    assertThatThrownBy(() -> converter.fromConnectData(TOPIC, Schema.STRING_SCHEMA, 5))
        .isInstanceOf(DataException.class)
        .hasMessageContaining(TOPIC);
    assertThatThrownBy(() -> converter.fromConnectData(TOPIC, ORDER, new Struct(ORDER)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("field 'id'")
        .hasMessageContaining("null");
  }

  @Test
  void aValueThatDoesNotFitLeavesNothingBehind() {
    byte[] whole = converter.fromConnectData(TOPIC, ORDER, order());
    assertThatThrownBy(
            () -> converter.fromConnectData(TOPIC, ORDER, order().put("price", BigDecimal.ONE)))
        .hasMessageContaining("field 'price'");
    assertThat(converter.fromConnectData(TOPIC, ORDER, order())).isEqualTo(whole);
  }

  @Test
  void aStructOfAnotherSchemaIsRefused() {
    Schema other = SchemaBuilder.struct().field("note", Schema.OPTIONAL_STRING_SCHEMA).build();
    assertThatThrownBy(() -> converter.fromConnectData(TOPIC, ORDER, new Struct(other)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining(TOPIC)
        .hasMessageContaining("a struct of");
  }

  @Test
  void valuesWithoutASchemaRoundTrip() {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("text", "t");
    value.put("numbers", Arrays.asList(1, 2L, 1.5f, 2.5, null));
    value.put("flag", true);
    value.put("deep", Map.of(7, List.of("x")));
    byte[] payload = converter.fromConnectData(TOPIC, null, value);
    SchemaAndValue back = converter.toConnectData(TOPIC, payload);
    assertThat(back.schema()).isNull();
    assertThat(back.value()).isEqualTo(value);
    assertThat(
            converter
                .toConnectData(TOPIC, converter.fromConnectData(TOPIC, null, new byte[] {1}))
                .value())
        .isEqualTo(new byte[] {1});
    assertThat(registry.schema(1))
        .startsWith(
            "{\"type\":\"record\",\"name\":\"Anything\","
                + "\"namespace\":\"io.confluent.connect.avro\",\"fields\":["
                + "{\"name\":\"boolean\",\"type\":[\"null\",\"boolean\"],\"default\":null},"
                + "{\"name\":\"bytes\",\"type\":[\"null\",\"bytes\"],\"default\":null},"
                + "{\"name\":\"double\"")
        .endsWith(
            "{\"name\":\"array\",\"type\":[\"null\",{\"type\":\"array\",\"items\":\"Anything\"}],"
                + "\"default\":null},"
                + "{\"name\":\"map\",\"type\":[\"null\",{\"type\":\"array\",\"items\":"
                + "{\"type\":\"record\",\"name\":\"MapEntry\",\"fields\":["
                + "{\"name\":\"key\",\"type\":\"Anything\"},"
                + "{\"name\":\"value\",\"type\":\"Anything\"}]}}],\"default\":null}]}");
    assertThatThrownBy(() -> converter.fromConnectData(TOPIC, null, order()))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("a Struct without a schema");
  }

  @Test
  void aNullInAFieldWithADefaultIsTheDefault() {
    Schema schema =
        SchemaBuilder.struct()
            .field("x", SchemaBuilder.int32().optional().defaultValue(5).build())
            .build();
    Struct value = new Struct(schema);
    byte[] payload = converter.fromConnectData(TOPIC, schema, value);
    assertThat(((Struct) converter.toConnectData(TOPIC, payload).value()).getWithoutDefault("x"))
        .isEqualTo(5);
  }

  @Test
  void readsTheWrongBytesAsAnErrorOfTheTopic() {
    assertThatThrownBy(() -> converter.toConnectData(TOPIC, new byte[] {9, 9}))
        .isInstanceOf(DataException.class)
        .hasMessageContaining(TOPIC);
    assertThatThrownBy(() -> converter.toConnectData(TOPIC, new byte[] {0, 0, 0, 0, 9, 0}))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("schema id 9");
  }
}
