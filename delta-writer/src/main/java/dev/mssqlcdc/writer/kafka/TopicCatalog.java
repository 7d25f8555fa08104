package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.lake.Backoff;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.writer.settings.ErrorSettings;
import dev.mssqlcdc.writer.settings.WriterSettings;
import dev.mssqlcdc.writer.tables.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

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
   * @param compacted whether Kafka removes records that a later one of their key follows
   */
  record TopicInfo(String id, int partitions, long start, long end, boolean compacted) {

    Topic topic(WriterSettings settings, String name) {
      return new Topic(name, id, settings.writerId(), settings.tableNames().name(name));
    }
  }

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
    Set<String> compacted = compacted(topics);
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
                  ends.get(partition),
                  compacted.contains(name)));
        });
    return infos;
  }

  /** The offset that the topic's next record gets, transactions that are open counted. */
  long end(String topic) {
    return offsets(Set.of(topic), OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED)
        .get(new TopicPartition(topic, 0));
  }

  /** The topics that are there. */
  Set<String> names() {
    return get(admin.listTopics().names());
  }

  /**
   * Makes a topic for dead letters unless it is there.
   *
   * @throws KafkaException when it cannot be used, naming what to do
   */
  void prepareDeadLetters(String topic) {
    if (!names().contains(topic)) {
      create(topic);
    }
    if (isCompacted(topic)) {
      throw new KafkaException(
          "%s '%s' has cleanup.policy=compact, which removes dead letters: set it to delete"
              .formatted(ErrorSettings.TOPIC, topic));
    }
  }

  private void create(String topic) {
    NewTopic definition =
        new NewTopic(topic, Optional.of(1), Optional.empty())
            .configs(
                Map.of(
                    TopicConfig.CLEANUP_POLICY_CONFIG,
                    TopicConfig.CLEANUP_POLICY_DELETE,
                    TopicConfig.RETENTION_MS_CONFIG,
                    "-1",
                    TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                    Integer.toString(KafkaSettings.LARGEST_LETTER)));
    try {
      get(admin.createTopics(Set.of(definition)).all());
    } catch (KafkaException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw new KafkaException(
            "%s '%s' cannot be created: %s; create it, or allow the writer to"
                .formatted(ErrorSettings.TOPIC, topic, e.getMessage()),
            e);
      }
    }
  }

  /** The broker that is asked may hear of a new topic later than the one that made it. */
  private boolean isCompacted(String topic) {
    Backoff backoff = Backoff.ofAMinute();
    while (true) {
      try {
        return !compacted(Set.of(topic)).isEmpty();
      } catch (KafkaException e) {
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException) || !backoff.sleep()) {
          throw e;
        }
      }
    }
  }

  private Set<String> compacted(Set<String> topics) {
    List<ConfigResource> resources =
        topics.stream().map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic)).toList();
    return get(admin.describeConfigs(resources).all()).entrySet().stream()
        .filter(
            entry ->
                entry
                    .getValue()
                    .get(TopicConfig.CLEANUP_POLICY_CONFIG)
                    .value()
                    .contains(TopicConfig.CLEANUP_POLICY_COMPACT))
        .map(entry -> entry.getKey().name())
        .collect(Collectors.toSet());
  }

  private Map<TopicPartition, Long> offsets(Set<String> topics, OffsetSpec which) {
    return offsets(topics, which, IsolationLevel.READ_COMMITTED);
  }

  private Map<TopicPartition, Long> offsets(
      Set<String> topics, OffsetSpec which, IsolationLevel isolation) {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    topics.forEach(topic -> wanted.put(new TopicPartition(topic, 0), which));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    get(admin.listOffsets(wanted, new ListOffsetsOptions(isolation)).all())
        .forEach((partition, result) -> offsets.put(partition, result.offset()));
    return offsets;
  }

  private static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      boolean says = cause.getMessage() != null && !cause.getMessage().isBlank();
      throw new KafkaException(says ? cause.getMessage() : cause.toString(), cause);
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
