package dev.mssqlcdc.connector.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.connector.jdbc.DriverProperties;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestUnknownSettings {

  private static List<String> warnings(String name) {
    return UnknownSettings.warnings(Set.of(name), DriverProperties.names());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "topic.prefix",
        "name",
        "tasks.max",
        "value.converter",
        "value.converter.schema.registry.url",
        "transforms.route.type",
        "topic.creation.default.partitions",
        "producer.override.linger.ms",
        "database.trustServerCertificate",
        "database.TRUSTSERVERCERTIFICATE",
        "signal.kafka.topic",
        "signal.consumer.sasl.jaas.config"
      })
  void whatSomeoneReadsIsKnown(String name) {
    assertThat(warnings(name)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "table.include.lists, table.include.list",
    "topic.prefx, topic.prefix",
    "database.trustServerCertificates, database.trustServerCertificate",
    "table.blacklist, table.exclude.list",
    "database.dbname, database.names",
    "heartbeat.interval.ms, progress.interval.ms",
    "driver.loginTimeout, database.",
    "schema.history.internal.kafka.topic, no schema history",
    "signal.enabled.channels, signal.kafka.topic",
    "signal.consumer.security.protocl, signal.consumer.security.protocol"
  })
  void aNameThatIsCloseOrOfDebeziumGetsAHint(String name, String hint) {
    assertThat(warnings(name)).singleElement().asString().contains("'" + name + "'").contains(hint);
  }

  @Test
  void anyOtherNameIsToldWithoutAHint() {
    assertThat(warnings("quite.another.thing"))
        .containsExactly("Setting 'quite.another.thing' is unknown and has no effect");
  }
}
