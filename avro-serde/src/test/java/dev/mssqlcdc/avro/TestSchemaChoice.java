package dev.mssqlcdc.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which schema a record is written with, and under which subject it is looked for. */
class TestSchemaChoice {

  private static final String TOPIC = "shop.dbo.t";
  private static final String SUBJECT = TOPIC + "-value";
  private static final Schema ROW =
      SchemaBuilder.struct()
          .name("n.Row")
          .field("id", Schema.INT32_SCHEMA)
          .field("note", Schema.OPTIONAL_STRING_SCHEMA)
          .build();
  private static final String OWN =
      "{\"type\":\"record\",\"name\":\"Row\",\"namespace\":\"n\",\"fields\":["
          + "{\"name\":\"id\",\"type\":\"int\"},"
          + "{\"name\":\"note\",\"type\":[\"null\",\"string\"],\"default\":null}],"
          + "\"connect.name\":\"n.Row\"}";

  private static final java.util.Date EPOCH = java.util.Date.from(Instant.EPOCH);

  private TestingRegistry registry;

  @BeforeEach
  void start() throws IOException {
    registry = new TestingRegistry();
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  private AvroConverter converter(boolean isKey, String... settings) {
    Map<String, String> all = new HashMap<>();
    all.put("schema.registry.url", registry.url());
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    AvroConverter converter = new AvroConverter();
    converter.configure(all, isKey);
    return converter;
  }

  private AvroConverter latest(String... strict) {
    return strict.length == 0
        ? converter(false, "auto.register.schemas", "false", "use.latest.version", "true")
        : converter(
            false,
            "auto.register.schemas",
            "false",
            "use.latest.version",
            "true",
            "latest.compatibility.strict",
            strict[0]);
  }

  private static Struct row() {
    return new Struct(ROW).put("id", 7).put("note", "n");
  }

  private GenericRecord decode(byte[] payload) {
    return new AvroDecoder(new SchemaClient(registry.config())).decode(payload);
  }

  private static String record(String fields) {
    return "{\"type\":\"record\",\"name\":\"Row\",\"namespace\":\"n\",\"fields\":[" + fields + "]}";
  }

  @Test
  void aSchemaThatMayNotBeRegisteredIsLookedUp() {
    registry.register("other", "\"int\"");
    int id = registry.register(SUBJECT, OWN);
    byte[] payload =
        converter(false, "auto.register.schemas", "false").fromConnectData(TOPIC, ROW, row());
    assertThat(WireFormat.schemaId(payload)).isEqualTo(id);
    assertThat(decode(payload).get("id")).isEqualTo(7);
    assertThat(registry.subjects().get(SUBJECT)).hasSize(1);
  }

  @Test
  void aSchemaThatIsNotThereIsToldWithWhatToRegister() {
    assertThatThrownBy(
            () ->
                converter(false, "auto.register.schemas", "false")
                    .fromConnectData(TOPIC, ROW, row()))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("subject '" + SUBJECT + "'")
        .hasMessageContaining("Schema not found")
        .hasMessageContaining("auto.register.schemas=true")
        .hasMessageContaining(OWN);
    assertThat(registry.subjects()).isEmpty();
  }

  @Test
  void theLatestVersionIsWrittenInItsOwnOrderAndTypes() {
    registry.register(SUBJECT, OWN);
    int id =
        registry.register(
            SUBJECT,
            record(
                "{\"name\":\"extra\",\"type\":[\"null\",\"long\"],\"default\":null},"
                    + "{\"name\":\"note\",\"type\":[\"string\",\"null\"]},"
                    + "{\"name\":\"id\",\"type\":\"long\"}"));
    byte[] payload = latest().fromConnectData(TOPIC, ROW, row());
    assertThat(WireFormat.schemaId(payload)).isEqualTo(id);
    GenericRecord read = decode(payload);
    assertThat(read.get("id")).isEqualTo(7L);
    assertThat(read.get("note")).hasToString("n");
    assertThat(read.get("extra")).isNull();
  }

  @Test
  void aLatestVersionThatWouldLoseAFieldIsRefusedUnlessThatIsAskedFor() {
    registry.register(SUBJECT, record("{\"name\":\"id\",\"type\":\"int\"}"));
    assertThatThrownBy(() -> latest().fromConnectData(TOPIC, ROW, row()))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("lacks fields [note]")
        .hasMessageContaining("latest.compatibility.strict=false");
    GenericRecord read = decode(latest("false").fromConnectData(TOPIC, ROW, row()));
    assertThat(read.getSchema().getFields()).hasSize(1);
    assertThat(read.get("id")).isEqualTo(7);
  }

  @Test
  void aLatestVersionThatCannotHoldTheRecordsIsRefused() {
    registry.register(SUBJECT, OWN.replace("\"int\"", "\"string\""));
    for (String strict : new String[] {"true", "false"}) {
      assertThatThrownBy(() -> latest(strict).fromConnectData(TOPIC, ROW, row()))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("subject '" + SUBJECT + "', schema id 1")
          .hasMessageContaining("cannot hold");
    }
    registry.register(SUBJECT, OWN.replace("[\"null\",\"string\"],\"default\":null", "\"string\""));
    assertThatThrownBy(() -> latest().fromConnectData(TOPIC, ROW, row()))
        .hasMessageContaining("may be null");
    registry.register(
        SUBJECT,
        record(
            "{\"name\":\"id\",\"type\":\"int\"},{\"name\":\"must\",\"type\":\"int\"},{\"name\":\"note\",\"type\":[\"null\",\"string\"]}"));
    assertThatThrownBy(() -> latest().fromConnectData(TOPIC, ROW, row()))
        .hasMessageContaining("requires field 'must'");
  }

  @Test
  void aNumberOfAnotherScaleOrUnitIsRefused() {
    String decimal =
        "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":9,\"scale\":%d}";
    registry.register(SUBJECT, decimal.formatted(2));
    assertThatThrownBy(() -> latest().fromConnectData(TOPIC, Decimal.schema(4), BigDecimal.ONE))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("cannot hold");
    registry.register(SUBJECT, decimal.formatted(4));
    assertThat(latest().fromConnectData(TOPIC, Decimal.schema(4), new BigDecimal("0.0001")))
        .endsWith(new byte[] {2, 1});
    registry.register(SUBJECT, "{\"type\":\"long\",\"logicalType\":\"timestamp-micros\"}");
    assertThatThrownBy(() -> latest().fromConnectData(TOPIC, Timestamp.SCHEMA, EPOCH))
        .hasMessageContaining("cannot hold");
    assertThat(latest().fromConnectData(TOPIC, Schema.INT64_SCHEMA, 1L)).endsWith(new byte[] {2});
    registry.register(SUBJECT, "{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}");
    assertThatThrownBy(() -> latest().fromConnectData(TOPIC, Schema.INT64_SCHEMA, 1L))
        .hasMessageContaining("cannot hold");
    assertThat(latest().fromConnectData(TOPIC, Timestamp.SCHEMA, EPOCH)).endsWith(new byte[] {0});
  }

  @Test
  void aSubjectWithoutAnyVersionIsToldOf() {
    assertThatThrownBy(() -> latest().fromConnectData(TOPIC, ROW, row()))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("Subject '" + SUBJECT + "' not found.")
        .hasMessageContaining("register a schema first");
  }

  @Test
  void theLatestVersionHasNoUseWhereSchemasAreRegistered() {
    assertThatThrownBy(() -> converter(false, "use.latest.version", "true"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("auto.register.schemas=false");
  }

  @Test
  void subjectsAreNamedByTopicRecordOrBoth() {
    String strategies = "io.confluent.kafka.serializers.subject.";
    converter(true, "key.subject.name.strategy", strategies + "RecordNameStrategy")
        .fromConnectData(TOPIC, ROW, row());
    converter(false, "value.subject.name.strategy", strategies + "TopicRecordNameStrategy")
        .fromConnectData(TOPIC, ROW, row());
    converter(false, "key.subject.name.strategy", strategies + "RecordNameStrategy")
        .fromConnectData(TOPIC, ROW, row());
    assertThat(registry.subjects()).containsOnlyKeys("n.Row", TOPIC + "-n.Row", SUBJECT);
    assertThatThrownBy(
            () ->
                converter(true, "key.subject.name.strategy", strategies + "RecordNameStrategy")
                    .fromConnectData(TOPIC, Schema.INT32_SCHEMA, 1))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("TopicNameStrategy");
    assertThatThrownBy(() -> converter(true, "key.subject.name.strategy", "my.Strategy"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("key.subject.name.strategy");
  }

  @Test
  void equalSchemaObjectsAreRegisteredOnce() {
    AvroConverter converter = converter(false);
    for (int i = 0; i < 50; i++) {
      Schema again = SchemaBuilder.struct().name("n.S").field("x", Schema.INT32_SCHEMA).build();
      converter.fromConnectData(TOPIC, again, new Struct(again).put("x", i));
    }
    assertThat(registry.requests()).isEqualTo(1);
  }
}
