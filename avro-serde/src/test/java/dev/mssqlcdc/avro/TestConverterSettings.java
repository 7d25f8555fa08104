package dev.mssqlcdc.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.reference.SettingsPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class TestConverterSettings {

  private static final SettingsPage PAGE =
      new SettingsPage(
          Path.of("..", "docs", "reference", "converter-settings.md"),
          """
          # Converter settings

          Made from `ConverterSettings.java` and `RegistrySettings.java`; change them there, then run
          `mvn test -pl avro-serde -am -Dtest=TestConverterSettings -Dsurefire.failIfNoSpecifiedTests=false -Dupdate.docs=true`.

          The converter class is `dev.mssqlcdc.avro.AvroConverter`, for keys and values, in either direction. It writes
          Confluent's wire format with the Avro schemas of Confluent's converter, and its settings have the names of
          Confluent's. In a connector's or worker's configuration they begin with `key.converter.` or `value.converter.`:
          `value.converter.schema.registry.url`. A setting that nobody reads is warned about in the worker's log; one of
          Confluent's that would change what is written, and that this converter lacks, is refused.

          Values without a schema are written as Confluent's converter writes them (the record `Anything`). Refused, with
          the reason: two structs of one name with different fields, two maps without a name whose keys are no strings and
          of different types, structs that contain themselves, and, reading, unions of more than null and one type.
          """);

  @Test
  void theReferencePageIsUpToDate() throws IOException {
    PAGE.assertUpToDate(new AvroConverter().config());
  }

  @Test
  void theAddressIsRequired() {
    assertThatThrownBy(() -> new AvroConverter().configure(Map.of(), false))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("schema.registry.url");
  }

  @Test
  void whatConfluentsConverterWouldWriteOtherwiseIsRefused() {
    for (String setting : List.of("scrub.invalid.names", "allow.optional.map.keys")) {
      assertThatThrownBy(
              () ->
                  new AvroConverter()
                      .configure(Map.of("schema.registry.url", "http://r", setting, "true"), true))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(setting + "=true");
      assertThatCode(
              () ->
                  new AvroConverter()
                      .configure(Map.of("schema.registry.url", "http://r", setting, "false"), true))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void secretsAreOfTypePassword() {
    Map<String, ?> parsed =
        new AvroConverter()
            .config()
            .parse(
                Map.of(
                    "schema.registry.url", "http://r",
                    "basic.auth.user.info", "alice:secret",
                    "bearer.auth.token", "secret",
                    "schema.registry.ssl.truststore.password", "secret",
                    "schema.registry.ssl.keystore.password", "secret",
                    "schema.registry.ssl.key.password", "secret",
                    "schema.registry.basic.auth.user.info", "alice:secret"));
    assertThat(parsed.toString())
        .contains("http://r")
        .doesNotContain("secret,")
        .doesNotContain("alice");
  }
}
