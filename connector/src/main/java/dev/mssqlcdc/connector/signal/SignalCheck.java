package dev.mssqlcdc.connector.signal;

import dev.mssqlcdc.connector.config.SignalSettings;
import java.util.function.BiConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares a well-formed configuration with what Kafka says of the signal topic. */
public final class SignalCheck {

  private static final Logger LOG = LoggerFactory.getLogger(SignalCheck.class);

  private SignalCheck() {}

  /**
   * @param topic of the settings
   * @param faults takes the setting to change and what is wrong
   */
  public static void run(SignalSettings settings, String topic, BiConsumer<String, String> faults) {
    try (SignalClients clients = SignalClients.open(topic, settings.consumer())) {
      int partitions = clients.topic().partitions();
      if (partitions > 1) {
        faults.accept(
            SignalSettings.TOPIC,
            "topic '%s' has %d partitions, which have no order among them; create one with a single partition"
                .formatted(topic, partitions));
      }
    } catch (UnknownTopicOrPartitionException e) {
      LOG.warn(
          "Signal topic {} does not exist. What to do: create it, with one partition; the connector does not",
          topic);
    } catch (TopicAuthorizationException e) {
      faults.accept(
          SignalSettings.TOPIC,
          "topic '%s' may not be read; allow the client READ and DESCRIBE on it".formatted(topic));
    } catch (KafkaException e) {
      faults.accept(
          SignalSettings.SERVERS,
          "Kafka cannot be asked about topic '%s': %s. What to do: check the address, and what %s* says of encryption and login"
              .formatted(topic, SignalClients.reason(e), SignalSettings.CONSUMER));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
