package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.writer.settings.WriterSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Settings of the Kafka clients: what we prefer, what the user says, and what must be so. */
final class KafkaSettings {

  private static final int POLL_RECORDS = 20_000;
  // One topic that is far behind must not wait for a round trip per megabyte.
  private static final int FETCH_BYTES = 8 << 20;
  // A fetch that finds nothing costs as much as there are topics; one that finds something does not
  // wait.
  private static final int FETCH_WAIT_MS = 1_000;
  private static final int NEW_TOPICS_MS = 10_000;
  // After a crash the next instance waits so long for the dead one.
  private static final int SESSION_MS = 10_000;

  private static final int ANSWER_MS = 30_000;
  // A dead letter is as large as its record; and whoever looks for letters waits for one that
  // hangs.
  static final int LARGEST_LETTER = 128 << 20;
  private static final int LETTER_TRANSACTION_MS = 30_000;

  // Whoever does not poll for this long is thrown out of the group.
  private static final int POLL_INTERVAL_MS = 300_000;

  private KafkaSettings() {}

  static Map<String, Object> consumer(WriterSettings settings) {
    Map<String, Object> all = new HashMap<>();
    all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS);
    all.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES);
    all.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS);
    all.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, NEW_TOPICS_MS);
    all.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MS);
    // Every topic has one partition: others would give them all to one instance.
    all.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        CooperativeStickyAssignor.class.getName());
    all.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, POLL_INTERVAL_MS);
    all.putAll(settings.kafka());
    all.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
    all.put(ConsumerConfig.GROUP_ID_CONFIG, settings.writerId());
    all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    // Offsets are kept in Delta; a position that Kafka would choose is never right.
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    all.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    all.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    return all;
  }

  /**
   * How long may be worked between two polls, milliseconds. A rebalance can come when so much time
   * is over, and what it gives up is to be written in as much again.
   */
  static long workMillis(WriterSettings settings) {
    Object interval =
        settings.kafka().getOrDefault(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, POLL_INTERVAL_MS);
    return Long.parseLong(interval.toString()) / 3;
  }

  static Map<String, Object> admin(WriterSettings settings) {
    Map<String, Object> all = new HashMap<>();
    all.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MS);
    all.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MS);
    all.putAll(known(settings, AdminClientConfig.configNames()));
    all.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
    return all;
  }

  /** A producer of dead letters. */
  static Map<String, Object> producer(WriterSettings settings, String transactionalId) {
    Map<String, Object> all = new HashMap<>();
    all.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, LARGEST_LETTER);
    all.put(ProducerConfig.BUFFER_MEMORY_CONFIG, (long) LARGEST_LETTER);
    all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) ANSWER_MS);
    all.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MS / 2);
    all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, ANSWER_MS);
    all.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, LETTER_TRANSACTION_MS);
    all.putAll(known(settings, ProducerConfig.configNames()));
    all.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
    all.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
    all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    return all;
  }

  private static Map<String, Object> known(WriterSettings settings, Set<String> names) {
    Map<String, Object> known = new HashMap<>(settings.kafka());
    known.keySet().retainAll(names);
    return known;
  }
}
