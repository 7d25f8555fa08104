package dev.mssqlcdc.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TestAvroDecoder {

  private static final Schema SCHEMA =
      SchemaBuilder.record("r").fields().requiredString("text").endRecord();

  private TestingRegistry registry;
  private AvroDecoder decoder;

  @BeforeEach
  void start() throws IOException {
    registry = new TestingRegistry();
    SchemaClient client = new SchemaClient(registry.config());
    decoder = new AvroDecoder(client);
    assertThat(client.register("s", SCHEMA)).isEqualTo(1);
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  @Test
  void readsARecord() {
    assertThat(decoder.decode(new byte[] {0, 0, 0, 0, 1, 2, 'x'}).get("text").toString())
        .isEqualTo("x");
  }

  @Test
  void refusesWhatIsNotTheWireFormat() {
    assertThatThrownBy(() -> decoder.decode(new byte[] {'{', '}', 0, 0, 0, 0}))
        .isInstanceOf(UndecodableException.class)
        .hasMessageContaining("begins with byte 123");
    assertThatThrownBy(() -> decoder.decode(new byte[2])).hasMessageContaining("too short");
  }

  @Test
  void refusesTruncatedAndOverlongRecordsNamingTheSchema() {
    byte[] whole = {0, 0, 0, 0, 1, 8, 'a', 'b', 'c', 'd'};
    assertThatThrownBy(() -> decoder.decode(Arrays.copyOf(whole, 8)))
        .isInstanceOf(UndecodableException.class)
        .hasMessageContaining("schema id 1");
    assertThatThrownBy(() -> decoder.decode(Arrays.copyOf(whole, 12)))
        .hasMessageContaining("left over");
  }

  @Test
  void believesNoLengthThatThePayloadCannotHold() {
    byte[] claimsTwoGigabytes = {
      0, 0, 0, 0, 1, (byte) 0xF0, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x0F, 'x'
    };
    assertThatThrownBy(() -> decoder.decode(claimsTwoGigabytes))
        .isInstanceOf(UndecodableException.class)
        .hasMessageContaining("schema id 1")
        .hasMessageContaining("claims 2147483640 bytes, the payload has 6");
  }

  @Test
  void saysThatASchemaIsUnknown() {
    assertThatThrownBy(() -> decoder.decode(new byte[] {0, 0, 0, 0, 9, 0}))
        .isInstanceOfSatisfying(
            NoSuchSchemaException.class, e -> assertThat(e.retriable()).isFalse())
        .hasMessageContaining("schema id 9");
  }

  @Test
  void saysThatTheRegistryIsUnreachable() {
    registry.close();
    AvroDecoder lost = new AvroDecoder(new SchemaClient(registry.config().withoutRetries()));
    assertThatThrownBy(() -> lost.decode(new byte[] {0, 0, 0, 0, 1, 0}))
        .isInstanceOfSatisfying(RegistryException.class, e -> assertThat(e.retriable()).isTrue())
        .hasMessageContaining(registry.url())
        .hasMessageContaining("schema.registry.url");
  }

  @Test
  void refusesAnAddressThatIsNone() {
    assertThatThrownBy(() -> RegistryConfig.of("localhost:8081"))
        .hasMessageContaining("'localhost:8081' is no http:// or https:// address");
  }
}
