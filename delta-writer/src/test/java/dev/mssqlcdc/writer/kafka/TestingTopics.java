package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.schemas.Wire;
import dev.mssqlcdc.writer.TestingRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Topics as the connector makes them, filled in transactions as an exactly-once worker does. */
public final class TestingTopics implements AutoCloseable {

  private final String bootstrapServers;
  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;

  public TestingTopics(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
    admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "transactional.id",
                "test-" + UUID.randomUUID()),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    producer.initTransactions();
  }

  public void create(String topic) throws Exception {
    create(topic, 1);
  }

  public void create(String topic, int partitions) throws Exception {
    admin.createTopics(Set.of(new NewTopic(topic, partitions, (short) 1))).all().get();
  }

  public void delete(String topic) throws Exception {
    admin.deleteTopics(Set.of(topic)).all().get();
  }

  /** How many members a consumer group has. */
  public int members(String group) throws Exception {
    return admin
        .describeConsumerGroups(Set.of(group))
        .describedGroups()
        .get(group)
        .get()
        .members()
        .size();
  }

  /** Sends records in a transaction and gives their offsets. */
  public List<Long> send(String topic, List<TestingRecord> records) throws Exception {
    producer.beginTransaction();
    List<Long> offsets = sendAll(topic, records);
    producer.commitTransaction();
    return offsets;
  }

  /** Records that no reader may see. */
  public void sendAborted(String topic, List<TestingRecord> records) throws Exception {
    producer.beginTransaction();
    sendAll(topic, records);
    producer.abortTransaction();
  }

  private List<Long> sendAll(String topic, List<TestingRecord> records) throws Exception {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (TestingRecord record : records) {
      ProducerRecord<byte[], byte[]> message =
          new ProducerRecord<>(topic, 0, record.key(), record.value());
      record
          .event()
          .ifPresent(
              type ->
                  message.headers().add(Wire.HEADER_EVENT, type.getBytes(StandardCharsets.UTF_8)));
      sent.add(producer.send(message));
    }
    List<Long> offsets = new ArrayList<>();
    for (Future<RecordMetadata> one : sent) {
      offsets.add(one.get().offset());
    }
    return offsets;
  }

  /** All records of a topic's partition 0 that are committed. */
  List<ConsumerRecord<byte[], byte[]>> read(String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    TopicPartition partition = new TopicPartition(topic, 0);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(200)).forEach(records::add);
      }
    }
    return records;
  }

  public Admin admin() {
    return admin;
  }

  @Override
  public void close() {
    producer.close();
    admin.close();
  }
}
