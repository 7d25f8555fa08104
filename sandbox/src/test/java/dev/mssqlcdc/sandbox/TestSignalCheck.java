package dev.mssqlcdc.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.connector.config.SignalSettings;
import dev.mssqlcdc.connector.signal.SignalCheck;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** What validation says of a signal topic, of a real broker's or of none. */
@TestInstance(Lifecycle.PER_CLASS)
class TestSignalCheck {

  private Sandbox sandbox;

  @BeforeAll
  void start() {
    sandbox = Sandbox.start(Sandbox.Part.KAFKA);
  }

  @AfterAll
  void stop() {
    sandbox.close();
  }

  private static Map<String, String> faults(String topic, String servers) {
    Map<String, String> faults = new HashMap<>();
    var settings =
        new SignalSettings(Map.of(SignalSettings.TOPIC, topic, SignalSettings.SERVERS, servers));
    SignalCheck.run(settings, topic, faults::put);
    return faults;
  }

  @Test
  void aTopicWithOnePartitionIsGood() throws Exception {
    try (var topic = new TestingSignals(sandbox.broker(), "one").create(1)) {
      assertThat(faults(topic.topic(), sandbox.bootstrapServers())).isEmpty();
    }
  }

  @Test
  void aTopicWithSeveralPartitionsIsRefused() throws Exception {
    try (var topic = new TestingSignals(sandbox.broker(), "two").create(2)) {
      assertThat(faults(topic.topic(), sandbox.bootstrapServers()))
          .containsOnlyKeys(SignalSettings.TOPIC)
          .hasEntrySatisfying(
              SignalSettings.TOPIC, fault -> assertThat(fault).contains("2 partitions"));
    }
  }

  @Test
  void aTopicThatIsNotThereYetIsWarnedAbout() {
    try (var log = new TestingLog()) {
      assertThat(faults("absent", sandbox.bootstrapServers())).isEmpty();
      assertThat(log.count("Signal topic absent does not exist")).isOne();
    }
  }

  @Test
  void aClusterThatDoesNotAnswerIsAFaultOfItsAddress() {
    assertThat(faults("signals", "127.0.0.1:" + Ports.free()))
        .containsOnlyKeys(SignalSettings.SERVERS)
        .hasEntrySatisfying(
            SignalSettings.SERVERS, fault -> assertThat(fault).contains("What to do"));
    assertThat(faults("signals", "no such host:1")).containsOnlyKeys(SignalSettings.SERVERS);
  }
}
