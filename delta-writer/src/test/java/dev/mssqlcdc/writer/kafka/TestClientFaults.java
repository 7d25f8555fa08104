package dev.mssqlcdc.writer.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mssqlcdc.writer.settings.WriterSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

class TestClientFaults {

  private static final String PASSWORD = "s3cret";

  @Test
  void aClientThatCannotBeMadeTellsWhy() {
    assertThatThrownBy(() -> connect(Map.of("kafka.security.protocol", "SASL_PLAINTEXT")))
        .isInstanceOf(KafkaException.class)
        .hasMessageContaining("the settings with the prefix kafka.")
        .hasMessageContaining("JAAS");
    assertThatThrownBy(
            () ->
                connect(
                    Map.of(
                        "kafka.security.protocol", "SSL",
                        "kafka.ssl.truststore.location", "/no/such/trust.jks",
                        "kafka.ssl.truststore.password", PASSWORD)))
        .isInstanceOf(KafkaException.class)
        .hasMessageContaining("/no/such/trust.jks")
        .hasMessageNotContaining(PASSWORD);
  }

  @Test
  void aLoginThatCannotBeReadIsNotQuoted() {
    for (String login :
        List.of(
            "alice " + PASSWORD,
            "Module required " + PASSWORD,
            "Module required password=alice;" + PASSWORD,
            "Module required password=\"" + PASSWORD)) {
      Throwable fault =
          catchThrowable(
              () ->
                  connect(
                      Map.of(
                          "kafka.security.protocol", "SASL_PLAINTEXT",
                          "kafka.sasl.mechanism", "PLAIN",
                          "kafka.sasl.jaas.config", login)));
      assertThat(fault).as(login).isInstanceOf(KafkaException.class);
      assertThat(fault)
          .hasMessageContaining("sasl.jaas.config must be of the form")
          .hasMessageNotContaining(PASSWORD);
    }
  }

  private static void connect(Map<String, String> more) {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "bootstrap.servers", "127.0.0.1:1",
                "schema.registry.url", "http://r:1",
                "lake.root", "/lake",
                "topic.prefix", "shop"));
    settings.putAll(more);
    new TopicCatalog(new WriterSettings(settings)).close();
  }
}
