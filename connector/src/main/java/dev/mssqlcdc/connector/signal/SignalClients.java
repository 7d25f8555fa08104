package dev.mssqlcdc.connector.signal;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What is asked of Kafka. The consumer alone would not do: it does not tell one topic from another
 * of the same name that took its place.
 */
final class SignalClients implements AutoCloseable {

  private static final int TIMEOUT_MILLIS = 10_000;
  private static final Duration TIMEOUT = Duration.ofMillis(TIMEOUT_MILLIS);
  private static final AtomicLong COUNT = new AtomicLong();

  private final String topic;
  private final TopicPartition partition;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Admin admin;

  /**
   * A topic as it is now.
   *
   * @param id differs from that of a deleted topic of the same name
   */
  record Topic(String id, int partitions) {}

  private SignalClients(String topic, KafkaConsumer<byte[], byte[]> consumer, Admin admin) {
    this.topic = topic;
    this.partition = new TopicPartition(topic, 0);
    this.consumer = consumer;
    this.admin = admin;
  }

  /**
   * @param settings of the consumer; those that the reading depends on are set here
   * @throws KafkaException when a setting is wrong or no host's name is known
   */
  static SignalClients open(String topic, Map<String, Object> settings) {
    Map<String, Object> all = new HashMap<>(settings);
    String client = "mssql-cdc-signals-" + COUNT.incrementAndGet();
    all.putIfAbsent(ConsumerConfig.CLIENT_ID_CONFIG, client);
    // a quiet topic is asked about seldom; a record is answered at once all the same
    all.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 10_000);
    all.putIfAbsent(ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 5_000);
    all.remove(ConsumerConfig.GROUP_ID_CONFIG);
    all.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    Map<String, Object> ofAdmin = new HashMap<>(all);
    ofAdmin.keySet().retainAll(AdminClientConfig.configNames());
    Admin admin = Admin.create(ofAdmin);
    try {
      var bytes = new ByteArrayDeserializer();
      return new SignalClients(topic, new KafkaConsumer<>(all, bytes, bytes), admin);
    } catch (KafkaException e) {
      admin.close(Duration.ZERO);
      throw e;
    }
  }

  Topic topic() throws InterruptedException {
    TopicDescription description =
        answer(
                admin
                    .describeTopics(
                        List.of(topic), new DescribeTopicsOptions().timeoutMs(TIMEOUT_MILLIS))
                    .allTopicNames())
            .get(topic);
    return new Topic(description.topicId().toString(), description.partitions().size());
  }

  /** Where the next record that is not part of an open transaction will stand. */
  long end() throws InterruptedException {
    var options = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
    options.timeoutMs(TIMEOUT_MILLIS);
    return answer(
            admin
                .listOffsets(Map.of(partition, OffsetSpec.latest()), options)
                .partitionResult(partition))
        .offset();
  }

  private static <T> T answer(KafkaFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof KafkaException known) {
        throw known;
      }
      throw new KafkaException(e.getCause());
    }
  }

  /** Reads from there on; from the first record that is left where that one is gone. */
  void seek(long offset) {
    List<TopicPartition> partitions = List.of(partition);
    consumer.assign(partitions);
    long first = consumer.beginningOffsets(partitions, TIMEOUT).get(partition);
    long end = consumer.endOffsets(partitions, TIMEOUT).get(partition);
    consumer.seek(partition, offset < first || offset > end ? first : offset);
  }

  /** Kafka wraps what went wrong, in "Failed to construct kafka consumer" for one. */
  static String reason(Throwable e) {
    return e.getCause() == null
        ? e.getClass().getSimpleName() + ": " + e.getMessage()
        : reason(e.getCause());
  }

  /**
   * @throws org.apache.kafka.common.errors.WakeupException after {@link #abort}
   */
  ConsumerRecords<byte[], byte[]> poll(Duration patience) {
    return consumer.poll(patience);
  }

  /** Lets the thread that waits for an answer go; from any thread. */
  void abort() {
    consumer.wakeup();
    admin.close(Duration.ZERO);
  }

  /** Only from the thread that reads, or when none does. */
  @Override
  public void close() {
    admin.close(Duration.ZERO);
    consumer.close(Duration.ZERO);
  }
}
