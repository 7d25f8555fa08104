package dev.mssqlcdc.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

/** Avro schemas that no Connect converter made. */
class TestForeignSchemas {

  private static final Mapping ENUMS = new Mapping(true, true);

  private static Schema read(String avro) {
    return ConnectSchemas.of(new org.apache.avro.Schema.Parser().parse(avro), true);
  }

  @Test
  void logicalTypesAreKnownWithoutConnectsNames() {
    assertThat(
            read("{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":10,\"scale\":2}"))
        .isEqualTo(Decimal.builder(2).parameter("connect.decimal.precision", "10").build());
    assertThat(read("{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}"))
        .isEqualTo(Timestamp.SCHEMA);
    assertThat(read("{\"type\":\"long\",\"logicalType\":\"timestamp-micros\"}"))
        .isEqualTo(Schema.INT64_SCHEMA);
  }

  @Test
  void whatIsReadIsWrittenAgain() {
    String avro =
        "{\"type\":\"record\",\"name\":\"R\",\"namespace\":\"n\",\"doc\":\"a record\",\"fields\":["
            + "{\"name\":\"suit\",\"type\":{\"type\":\"enum\",\"name\":\"Suit\",\"doc\":\"cards\","
            + "\"symbols\":[\"SPADES\",\"HEARTS\"],\"default\":\"HEARTS\"},\"doc\":\"which\"},"
            + "{\"name\":\"hash\",\"type\":{\"type\":\"fixed\",\"name\":\"Hash\",\"size\":2}},"
            + "{\"name\":\"count\",\"type\":\"int\",\"default\":3},"
            + "{\"name\":\"text\",\"type\":{\"type\":\"string\",\"avro.java.string\":\"String\"}}]}";
    org.apache.avro.Schema again = AvroSchemas.of(read(avro), ENUMS);
    org.apache.avro.Schema plain = AvroSchemas.of(read(avro), new Mapping(false, true));
    assertThat(plain).isEqualTo(new org.apache.avro.Schema.Parser().parse(avro));
    assertThat(ConnectSchemas.of(again, true)).isEqualTo(read(avro));
  }

  @Test
  void defaultsAreRead() {
    Schema schema =
        read(
            "{\"type\":\"record\",\"name\":\"R\",\"fields\":["
                + "{\"name\":\"n\",\"type\":\"double\",\"default\":1},"
                + "{\"name\":\"d\",\"type\":{\"type\":\"bytes\",\"logicalType\":\"decimal\","
                + "\"precision\":4,\"scale\":1},\"default\":\"\\u0005\"},"
                + "{\"name\":\"o\",\"type\":[\"int\",\"null\"],\"default\":5}]}");
    assertThat(schema.field("n").schema().defaultValue()).isEqualTo(1.0);
    assertThat(schema.field("d").schema().defaultValue()).isEqualTo(new BigDecimal("0.5"));
    assertThat(schema.field("o").schema().defaultValue()).as("null must stay null").isNull();
  }

  @Test
  void whatConnectHasNoFormForIsRefused() {
    assertThatThrownBy(() -> read("[\"int\",\"string\"]"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("only unions of null and one type");
    assertThatThrownBy(
            () ->
                read(
                    "{\"type\":\"record\",\"name\":\"Node\",\"fields\":["
                        + "{\"name\":\"next\",\"type\":[\"null\",\"Node\"]}]}"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("Node contains itself");
    assertThatThrownBy(() -> read("\"null\"")).isInstanceOf(DataException.class);
  }

  @Test
  void withoutConnectMetaDataDocumentationAndParametersAreNotRead() {
    org.apache.avro.Schema avro =
        AvroSchemas.of(
            SchemaBuilder.int16().name("n.I").doc("d").parameter("p", "v").build(),
            new Mapping(true, false));
    assertThat(ConnectSchemas.of(avro, false)).isEqualTo(SchemaBuilder.int16().name("n.I").build());
  }
}
