package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.writer.settings.WriterSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** What the broker says of topics. */
final class TopicCatalog implements AutoCloseable {

  private final String bootstrapServers;
  private final Admin admin;

  TopicCatalog(WriterSettings settings) {
    this.bootstrapServers = settings.bootstrapServers();
    this.admin = ClientFaults.worded(() -> Admin.create(KafkaSettings.admin(settings)));
  }

  /**
   * What a topic is now.
   *
   * @param start the first offset of partition 0
   * @param end the offset that its next record gets, transactions that are open left out
   */
  record TopicInfo(String id, int partitions, long start, long end) {}

  /**
   * Fails unless the broker answers.
   *
   * @throws KafkaException naming what to check
   */
  void check() {
    try {
      get(admin.describeCluster().nodes());
    } catch (KafkaException e) {
      throw new KafkaException(
          "Kafka at %s does not answer: %s; check %s and that it is up"
              .formatted(bootstrapServers, e.getMessage(), WriterSettings.BOOTSTRAP_SERVERS),
          e);
    }
  }

  /**
   * Describes topics.
   *
   * @throws KafkaException when the broker does not answer
   */
  Map<String, TopicInfo> describe(Set<String> topics) {
    Map<String, TopicDescription> found = get(admin.describeTopics(topics).allTopicNames());
    Map<TopicPartition, Long> starts = offsets(topics, OffsetSpec.earliest());
    Map<TopicPartition, Long> ends = offsets(topics, OffsetSpec.latest());
    Map<String, TopicInfo> infos = new HashMap<>();
    found.forEach(
        (name, topic) -> {
          TopicPartition partition = new TopicPartition(name, 0);
          infos.put(
              name,
              new TopicInfo(
                  topic.topicId().toString(),
                  topic.partitions().size(),
                  starts.get(partition),
                  ends.get(partition)));
        });
    return infos;
  }

  private Map<TopicPartition, Long> offsets(Set<String> topics, OffsetSpec which) {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    topics.forEach(topic -> wanted.put(new TopicPartition(topic, 0), which));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    get(admin.listOffsets(wanted, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED)).all())
        .forEach((partition, result) -> offsets.put(partition, result.offset()));
    return offsets;
  }

  private static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new KafkaException(e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LakeException("interrupted while asking Kafka", e);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(5));
  }
}
