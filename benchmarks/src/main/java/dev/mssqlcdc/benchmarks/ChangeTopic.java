package dev.mssqlcdc.benchmarks;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
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
  private long marked;
  private volatile long unmarked;

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

  /**
   * Rows read by now whose value contains a text; {@link #unmarked} counts the others.
   *
   * @param text in ASCII
   */
  long marked(String text) {
    byte[] mark = text.getBytes(StandardCharsets.US_ASCII);
    long others = unmarked;
    for (ConsumerRecord<byte[], byte[]> each : consumer.poll(WAIT)) {
      if (each.key() == null) {
        continue;
      }
      if (contains(each.value(), mark)) {
        marked++;
      } else {
        others++;
      }
    }
    unmarked = others;
    return marked;
  }

  /** Any thread may ask. */
  long unmarked() {
    return unmarked;
  }

  private static boolean contains(byte[] value, byte[] mark) {
    for (int at = 0; at <= value.length - mark.length; at++) {
      if (Arrays.equals(value, at, at + mark.length, mark, 0, mark.length)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
