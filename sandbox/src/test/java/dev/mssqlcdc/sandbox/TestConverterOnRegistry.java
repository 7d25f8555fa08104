package dev.mssqlcdc.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.avro.AvroConverter;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The converter against a registry as users have one, set to BACKWARD. */
class TestConverterOnRegistry {

  private static final Schema ROW = row().build();

  private static Sandbox sandbox;

  @BeforeAll
  static void start() {
    sandbox = Sandbox.start(Sandbox.Part.REGISTRY);
  }

  @AfterAll
  static void stop() {
    sandbox.close();
  }

  private static SchemaBuilder row() {
    return SchemaBuilder.struct()
        .name("shop.dbo.t.Value")
        .field("id", SchemaBuilder.int32().parameter("mssqlcdc.type", "int").build())
        .field("price", Decimal.builder(2).optional().build());
  }

  private static AvroConverter converter(String... settings) {
    Map<String, String> all = new HashMap<>();
    all.put("schema.registry.url", sandbox.registryUrl());
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    AvroConverter converter = new AvroConverter();
    converter.configure(all, false);
    return converter;
  }

  private static Struct value(Schema schema) {
    return new Struct(schema).put("id", 7);
  }

  @Test
  void recordsAreReadBackAndASchemaIsRegisteredOnce() {
    byte[] payload = converter().fromConnectData("once", ROW, value(ROW));
    assertThat(converter().fromConnectData("once", ROW, value(ROW))).isEqualTo(payload);
    SchemaAndValue back = converter().toConnectData("once", payload);
    assertThat(back.schema()).isEqualTo(ROW);
    assertThat(back.value()).isEqualTo(value(ROW));
  }

  @Test
  void aNewOptionalFieldIsANewVersionAndARequiredOneIsRefusedInTheRegistrysWords() {
    AvroConverter converter = converter();
    converter.fromConnectData("evolving", ROW, value(ROW));
    Schema wider = row().field("note", Schema.OPTIONAL_STRING_SCHEMA).build();
    converter.fromConnectData("evolving", wider, value(wider).put("note", "n"));

    Schema incompatible = row().field("must", Schema.INT32_SCHEMA).build();
    assertThatThrownBy(
            () ->
                converter.fromConnectData(
                    "evolving", incompatible, value(incompatible).put("must", 1)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("subject 'evolving-value'")
        .hasMessageContaining("it answered 409")
        .hasMessageContaining("Incompatible artifact: evolving-value [AVRO]")
        .hasMessageContaining("compatibility level");
    assertThat(converter.fromConnectData("evolving", ROW, value(ROW))).isNotNull();
  }

  @Test
  void schemasThatAreNotRegisteredAreLookedUp() {
    String[] readOnly = {"auto.register.schemas", "false"};
    assertThatThrownBy(() -> converter(readOnly).fromConnectData("fixed", ROW, value(ROW)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("subject 'fixed-value'")
        .hasMessageContaining("it answered 404")
        .hasMessageContaining("auto.register.schemas=true");
    byte[] payload = converter().fromConnectData("fixed", ROW, value(ROW));
    assertThat(converter(readOnly).fromConnectData("fixed", ROW, value(ROW))).isEqualTo(payload);
  }

  @Test
  void theLatestVersionIsWritten() {
    AvroConverter registering = converter();
    registering.fromConnectData("latest", ROW, value(ROW));
    Schema wider = row().field("note", Schema.OPTIONAL_STRING_SCHEMA).build();
    byte[] latest = registering.fromConnectData("latest", wider, value(wider));
    byte[] payload =
        converter("auto.register.schemas", "false", "use.latest.version", "true")
            .fromConnectData("latest", ROW, value(ROW));
    assertThat(payload).isEqualTo(latest);
  }
}
