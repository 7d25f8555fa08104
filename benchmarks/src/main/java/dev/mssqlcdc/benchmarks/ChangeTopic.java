package dev.mssqlcdc.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A table's topic as a reader of committed records sees it. */
final class ChangeTopic implements AutoCloseable {

  private static final Duration WAIT = Duration.ofMillis(10);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private long rows;

  ChangeTopic(String bootstrapServers, String topic) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    TopicPartition partition = new TopicPartition(topic, 0);
    consumer.assign(List.of(partition));
    consumer.seekToBeginning(List.of(partition));
  }

  /** Changes of rows read by now; what has no key is none. */
  long rows() {
    for (ConsumerRecord<byte[], byte[]> each : consumer.poll(WAIT)) {
      if (each.key() != null) {
        rows++;
      }
    }
    return rows;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
