package dev.mssqlcdc.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

/** The texts are what Confluent's mapping prescribes; registries compare them as texts. */
class TestAvroSchemas {

  private static final Mapping STANDARD = new Mapping(true, false);

  private static void expect(Schema schema, String avro) {
    assertThat(AvroSchemas.of(schema, STANDARD)).hasToString(avro);
  }

  private static void expectPlain(Schema schema, String avro) {
    assertThat(AvroSchemas.of(schema, new Mapping(false, false))).hasToString(avro);
  }

  @Test
  void primitives() {
    expect(Schema.INT8_SCHEMA, "{\"type\":\"int\",\"connect.type\":\"int8\"}");
    expect(Schema.INT16_SCHEMA, "{\"type\":\"int\",\"connect.type\":\"int16\"}");
    expect(Schema.INT32_SCHEMA, "\"int\"");
    expect(Schema.INT64_SCHEMA, "\"long\"");
    expect(Schema.FLOAT32_SCHEMA, "\"float\"");
    expect(Schema.FLOAT64_SCHEMA, "\"double\"");
    expect(Schema.BOOLEAN_SCHEMA, "\"boolean\"");
    expect(Schema.STRING_SCHEMA, "\"string\"");
    expect(Schema.BYTES_SCHEMA, "\"bytes\"");
    expect(Schema.OPTIONAL_INT64_SCHEMA, "[\"null\",\"long\"]");
  }

  @Test
  void whatConnectSaysOfATypeIsKeptInProperties() {
    expect(
        SchemaBuilder.int16()
            .name("a.Number")
            .doc("a number")
            .version(3)
            .parameter("one", "1")
            .defaultValue((short) 7)
            .build(),
        "{\"type\":\"int\",\"connect.doc\":\"a number\",\"connect.version\":3,"
            + "\"connect.parameters\":{\"one\":\"1\"},\"connect.default\":7,"
            + "\"connect.name\":\"a.Number\",\"connect.type\":\"int16\"}");
  }

  @Test
  void anOptionalValueWithADefaultIsAUnionThatBeginsWithItsType() {
    expect(
        SchemaBuilder.struct()
            .name("r")
            .field("a", SchemaBuilder.string().optional().defaultValue("x").build())
            .field("b", SchemaBuilder.float32().optional().defaultValue(1.1f).build())
            .field("c", SchemaBuilder.bytes().defaultValue(new byte[] {0, -1}).build())
            .field("d", Schema.OPTIONAL_BOOLEAN_SCHEMA)
            .build(),
        "{\"type\":\"record\",\"name\":\"r\",\"fields\":["
            + "{\"name\":\"a\",\"type\":[{\"type\":\"string\",\"connect.default\":\"x\"},\"null\"],"
            + "\"default\":\"x\"},"
            + "{\"name\":\"b\",\"type\":[{\"type\":\"float\",\"connect.default\":1.1},\"null\"],"
            + "\"default\":1.1},"
            + "{\"name\":\"c\",\"type\":{\"type\":\"bytes\",\"connect.default\":\"\\u0000\u00FF\"},"
            + "\"default\":\"\\u0000\u00FF\"},"
            + "{\"name\":\"d\",\"type\":[\"null\",\"boolean\"],\"default\":null}],"
            + "\"connect.name\":\"r\"}");
  }

  @Test
  void logicalTypes() {
    expect(
        Decimal.schema(2),
        "{\"type\":\"bytes\",\"scale\":2,\"precision\":64,\"connect.version\":1,"
            + "\"connect.parameters\":{\"scale\":\"2\"},"
            + "\"connect.name\":\"org.apache.kafka.connect.data.Decimal\","
            + "\"logicalType\":\"decimal\"}");
    expect(
        Decimal.builder(4)
            .parameter("connect.decimal.precision", "38")
            .defaultValue(new BigDecimal("1.0000"))
            .build(),
        "{\"type\":\"bytes\",\"scale\":4,\"precision\":38,\"connect.version\":1,"
            + "\"connect.parameters\":{\"scale\":\"4\",\"connect.decimal.precision\":\"38\"},"
            + "\"connect.default\":\"'\\u0010\","
            + "\"connect.name\":\"org.apache.kafka.connect.data.Decimal\","
            + "\"logicalType\":\"decimal\"}");
    expect(
        Date.builder()
            .defaultValue(java.util.Date.from(java.time.Instant.ofEpochMilli(86_400_000L)))
            .build(),
        "{\"type\":\"int\",\"connect.version\":1,\"connect.default\":1,"
            + "\"connect.name\":\"org.apache.kafka.connect.data.Date\",\"logicalType\":\"date\"}");
    expect(
        Time.SCHEMA,
        "{\"type\":\"int\",\"connect.version\":1,"
            + "\"connect.name\":\"org.apache.kafka.connect.data.Time\","
            + "\"logicalType\":\"time-millis\"}");
    expect(
        Timestamp.SCHEMA,
        "{\"type\":\"long\",\"connect.version\":1,"
            + "\"connect.name\":\"org.apache.kafka.connect.data.Timestamp\","
            + "\"logicalType\":\"timestamp-millis\"}");
  }

  @Test
  void containers() {
    expect(
        SchemaBuilder.array(Schema.OPTIONAL_INT32_SCHEMA).doc("d").build(),
        "{\"type\":\"array\",\"items\":[\"null\",\"int\"],\"connect.doc\":\"d\"}");
    expect(
        SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.FLOAT64_SCHEMA).build(),
        "{\"type\":\"map\",\"values\":\"double\"}");
    expect(
        SchemaBuilder.map(Schema.INT32_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA).build(),
        "{\"type\":\"array\",\"items\":{\"type\":\"record\",\"name\":\"MapEntry\","
            + "\"namespace\":\"io.confluent.connect.avro\",\"fields\":["
            + "{\"name\":\"key\",\"type\":\"int\"},"
            + "{\"name\":\"value\",\"type\":[\"null\",\"string\"],\"default\":null}]}}");
    expect(
        SchemaBuilder.map(Schema.OPTIONAL_STRING_SCHEMA, Schema.INT32_SCHEMA).name("n.M").build(),
        "{\"type\":\"array\",\"items\":{\"type\":\"record\",\"name\":\"M\",\"namespace\":\"n\","
            + "\"fields\":[{\"name\":\"key\",\"type\":[\"null\",\"string\"],\"default\":null},"
            + "{\"name\":\"value\",\"type\":\"int\"}],\"connect.internal.type\":\"MapEntry\"},"
            + "\"connect.name\":\"n.M\"}");
  }

  @Test
  void aStructThatIsUsedTwiceIsDefinedOnce() {
    SchemaBuilder point = SchemaBuilder.struct().name("n.Point").field("x", Schema.INT32_SCHEMA);
    Schema required = point.build();
    Schema optional =
        SchemaBuilder.struct()
            .name("n.Point")
            .doc("another")
            .optional()
            .field("x", Schema.INT32_SCHEMA)
            .build();
    expect(
        SchemaBuilder.struct()
            .name("n.Line")
            .field("from", required)
            .field("to", optional)
            .field("via", SchemaBuilder.array(required).build())
            .build(),
        "{\"type\":\"record\",\"name\":\"Line\",\"namespace\":\"n\",\"fields\":["
            + "{\"name\":\"from\",\"type\":{\"type\":\"record\",\"name\":\"Point\",\"fields\":["
            + "{\"name\":\"x\",\"type\":\"int\"}],\"connect.name\":\"n.Point\"}},"
            + "{\"name\":\"to\",\"type\":[\"null\",\"Point\"],\"default\":null},"
            + "{\"name\":\"via\",\"type\":{\"type\":\"array\",\"items\":\"Point\"}}],"
            + "\"connect.name\":\"n.Line\"}");
  }

  @Test
  void structsWithoutANameGetOneEach() {
    Schema x = SchemaBuilder.struct().field("x", Schema.INT32_SCHEMA).build();
    Schema y = SchemaBuilder.struct().field("y", Schema.INT32_SCHEMA).build();
    expect(
        SchemaBuilder.struct().field("a", x).field("b", y).field("c", x).build(),
        "{\"type\":\"record\",\"name\":\"ConnectDefault\","
            + "\"namespace\":\"io.confluent.connect.avro\",\"fields\":["
            + "{\"name\":\"a\",\"type\":{\"type\":\"record\",\"name\":\"ConnectDefault2\","
            + "\"fields\":[{\"name\":\"x\",\"type\":\"int\"}]}},"
            + "{\"name\":\"b\",\"type\":{\"type\":\"record\",\"name\":\"ConnectDefault3\","
            + "\"fields\":[{\"name\":\"y\",\"type\":\"int\"}]}},"
            + "{\"name\":\"c\",\"type\":\"ConnectDefault2\"}]}");
  }

  @Test
  void documentationOfAvroComesFromParametersOfTheStruct() {
    expect(
        SchemaBuilder.struct()
            .name("r")
            .doc("for Connect")
            .parameter("io.confluent.connect.avro.record.doc", "a record")
            .parameter("io.confluent.connect.avro.field.doc.f", "a field")
            .field("f", SchemaBuilder.int32().doc("not a field's").build())
            .build(),
        "{\"type\":\"record\",\"name\":\"r\",\"doc\":\"a record\",\"fields\":["
            + "{\"name\":\"f\",\"type\":{\"type\":\"int\",\"connect.doc\":\"not a field's\"},"
            + "\"doc\":\"a field\"}],\"connect.doc\":\"for Connect\",\"connect.parameters\":{"
            + "\"io.confluent.connect.avro.record.doc\":\"a record\","
            + "\"io.confluent.connect.avro.field.doc.f\":\"a field\"},\"connect.name\":\"r\"}");
  }

  @Test
  void bytesOfAFixedSizeAndStringsOfAnEnumBecomeThemAgain() {
    expect(
        SchemaBuilder.bytes().name("n.Hash").parameter("connect.fixed.size", "4").build(),
        "{\"type\":\"fixed\",\"name\":\"Hash\",\"namespace\":\"n\",\"size\":4,"
            + "\"connect.parameters\":{\"connect.fixed.size\":\"4\"},"
            + "\"connect.name\":\"n.Hash\"}");
    Schema suit =
        SchemaBuilder.string()
            .name("n.Suit")
            .parameter("io.confluent.connect.avro.Enum", "n.Suit")
            .parameter("io.confluent.connect.avro.Enum.SPADES", "SPADES")
            .parameter("io.confluent.connect.avro.Enum.HEARTS", "HEARTS")
            .build();
    assertThat(AvroSchemas.of(suit, STANDARD).getType())
        .isEqualTo(org.apache.avro.Schema.Type.STRING);
    assertThat(AvroSchemas.of(suit, new Mapping(true, true)).getEnumSymbols())
        .containsExactly("SPADES", "HEARTS");
  }

  @Test
  void withoutConnectMetaDataOnlyWhatAvroKnowsIsLeft() {
    expectPlain(SchemaBuilder.int16().doc("d").defaultValue((short) 1).build(), "\"int\"");
    expectPlain(
        Decimal.schema(2),
        "{\"type\":\"bytes\",\"scale\":2,\"precision\":64,\"logicalType\":\"decimal\"}");
    expectPlain(
        SchemaBuilder.struct()
            .name("r")
            .field("f", SchemaBuilder.string().parameter("p", "v").build())
            .build(),
        "{\"type\":\"record\",\"name\":\"r\",\"fields\":[{\"name\":\"f\",\"type\":\"string\"}]}");
  }

  @Test
  void defaultsOfContainersAreKept() {
    SchemaBuilder inner =
        SchemaBuilder.struct().name("inner").field("x", Schema.OPTIONAL_INT8_SCHEMA);
    inner.defaultValue(new Struct(inner).put("x", (byte) 1));
    expect(
        SchemaBuilder.struct()
            .name("r")
            .field("s", inner.build())
            .field(
                "m",
                SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT16_SCHEMA)
                    .defaultValue(Map.of("k", (short) 5))
                    .build())
            .field(
                "e",
                SchemaBuilder.map(Schema.INT32_SCHEMA, Schema.BOOLEAN_SCHEMA)
                    .defaultValue(Map.of(1, true))
                    .build())
            .field(
                "a",
                SchemaBuilder.array(Schema.INT64_SCHEMA)
                    .optional()
                    .defaultValue(List.of(1L))
                    .build())
            .build(),
        "{\"type\":\"record\",\"name\":\"r\",\"fields\":["
            + "{\"name\":\"s\",\"type\":{\"type\":\"record\",\"name\":\"inner\",\"fields\":["
            + "{\"name\":\"x\",\"type\":[\"null\",{\"type\":\"int\",\"connect.type\":\"int8\"}],"
            + "\"default\":null}],\"connect.default\":{\"x\":1},\"connect.name\":\"inner\"},"
            + "\"default\":{\"x\":1}},"
            + "{\"name\":\"m\",\"type\":{\"type\":\"map\",\"values\":{\"type\":\"int\","
            + "\"connect.type\":\"int16\"},\"connect.default\":{\"k\":5}},\"default\":{\"k\":5}},"
            + "{\"name\":\"e\",\"type\":{\"type\":\"array\",\"items\":{\"type\":\"record\","
            + "\"name\":\"MapEntry\",\"namespace\":\"io.confluent.connect.avro\",\"fields\":["
            + "{\"name\":\"key\",\"type\":\"int\"},{\"name\":\"value\",\"type\":\"boolean\"}]},"
            + "\"connect.default\":[[1,true]]}},"
            + "{\"name\":\"a\",\"type\":[{\"type\":\"array\",\"items\":\"long\","
            + "\"connect.default\":[1]},\"null\"],\"default\":[1]}],\"connect.name\":\"r\"}");
  }

  @Test
  void oneNameForTwoStructsIsRefused() {
    Schema x = SchemaBuilder.struct().name("n.S").field("x", Schema.INT32_SCHEMA).build();
    Schema y = SchemaBuilder.struct().name("n.S").field("y", Schema.INT32_SCHEMA).build();
    assertThatThrownBy(
            () ->
                AvroSchemas.of(
                    SchemaBuilder.struct().field("x", x).field("y", y).build(), STANDARD))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("two structs are named n.S");
    Schema entries = SchemaBuilder.map(Schema.INT32_SCHEMA, Schema.INT32_SCHEMA).build();
    Schema others = SchemaBuilder.map(Schema.INT64_SCHEMA, Schema.INT32_SCHEMA).build();
    assertThatThrownBy(
            () ->
                AvroSchemas.of(
                    SchemaBuilder.struct().field("x", entries).field("y", others).build(),
                    STANDARD))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("MapEntry");
  }

  @Test
  void namesThatAvroForbidsAndStructsThatContainThemselvesAreRefused() {
    assertThatThrownBy(
            () ->
                AvroSchemas.of(
                    SchemaBuilder.struct().field("a-b", Schema.INT32_SCHEMA).build(), STANDARD))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("a-b");
    SchemaBuilder node = SchemaBuilder.struct().name("Node");
    node.field("next", SchemaBuilder.array(node).build());
    assertThatThrownBy(() -> AvroSchemas.of(node, STANDARD))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("Node contains itself");
  }
}
