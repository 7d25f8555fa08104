package dev.mssqlcdc.soak;

import dev.mssqlcdc.avro.RegistryConfig;
import dev.mssqlcdc.avro.SchemaClient;
import dev.mssqlcdc.sandbox.Sandbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the topics, committed records only, and has them checked. */
final class Consumption implements Runnable {

  private static final Duration POLL = Duration.ofMillis(200);

  private final String bootstrapServers;
  private final String registryUrl;
  private final SoakDatabase database;
  private final Run run;
  private final Checker checker;
  private final Map<TopicPartition, SoakTable> tables = new HashMap<>();
  private volatile Optional<String> incomplete = Optional.of("nothing was read yet");
  private volatile boolean ended;

  Consumption(Sandbox sandbox, SoakDatabase database, Run run) {
    this.bootstrapServers = sandbox.bootstrapServers();
    this.registryUrl = sandbox.registryUrl();
    this.database = database;
    this.run = run;
    this.checker = new Checker(run, database.marks());
  }

  static String topic(SoakTable table) {
    return Soak.NAME + "." + table.topic();
  }

  void end() {
    ended = true;
  }

  /** Why the topics are not complete; empty when they hold everything that was committed. */
  Optional<String> incomplete() {
    return incomplete;
  }

  @Override
  public void run() {
    var reader = new RecordReader(new SchemaClient(RegistryConfig.of(registryUrl)));
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      while (!ended && run.failure().isEmpty()) {
        assign(consumer);
        checker.check(read(consumer, reader));
        incomplete = checker.incomplete();
      }
    } catch (Exception | Violation e) {
      run.fail("the check", e);
    }
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers", bootstrapServers,
            "auto.offset.reset", "earliest",
            "enable.auto.commit", "false",
            "metadata.max.age.ms", "500",
            "isolation.level", "read_committed"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  private void assign(KafkaConsumer<byte[], byte[]> consumer) {
    List<SoakTable> all = database.all();
    if (all.size() != tables.size()) {
      all.forEach(table -> tables.put(new TopicPartition(topic(table), 0), table));
      consumer.assign(tables.keySet());
    }
    Set<TopicPartition> held =
        tables.keySet().stream()
            .filter(partition -> !checker.takes(tables.get(partition)))
            .collect(Collectors.toSet());
    consumer.resume(consumer.paused());
    consumer.pause(held);
  }

  private Map<SoakTable, List<Arrived>> read(
      KafkaConsumer<byte[], byte[]> consumer, RecordReader reader) {
    Map<SoakTable, List<Arrived>> arrived = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
      SoakTable table = tables.get(new TopicPartition(record.topic(), record.partition()));
      arrived.computeIfAbsent(table, key -> new ArrayList<>()).add(reader.read(record));
    }
    return arrived;
  }
}
