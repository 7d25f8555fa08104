package dev.mssqlcdc.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.connector.core.Signal;
import dev.mssqlcdc.connector.core.SignalPosition;
import dev.mssqlcdc.connector.signal.SignalTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** One signal topic of a broker, and who writes to it. */
final class TestingSignals implements AutoCloseable {

  private static final Duration SOON = Duration.ofSeconds(90);

  private final String topic;
  private final Map<String, Object> client;
  private final Admin admin;
  private final KafkaProducer<String, String> producer;

  TestingSignals(Broker broker, String topic) {
    this.topic = topic;
    this.client = Map.of("bootstrap.servers", broker.bootstrapServers());
    this.admin = Admin.create(client);
    this.producer = new KafkaProducer<>(client, new StringSerializer(), new StringSerializer());
  }

  String topic() {
    return topic;
  }

  Admin admin() {
    return admin;
  }

  TestingSignals create(int partitions) throws Exception {
    admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
    Await.until(topic + " exists", SOON, () -> id().length() > 0);
    return this;
  }

  void delete() throws Exception {
    admin.deleteTopics(List.of(topic)).all().get();
    Await.until(topic + " is gone", SOON, () -> !admin.listTopics().names().get().contains(topic));
  }

  String id() throws Exception {
    return admin
        .describeTopics(List.of(topic))
        .allTopicNames()
        .get()
        .get(topic)
        .topicId()
        .toString();
  }

  SignalPosition at(long offset) throws Exception {
    return new SignalPosition(id(), offset);
  }

  static String pause(String id) {
    return "{\"id\":\"%s\",\"type\":\"pause\"}".formatted(id);
  }

  /** Sends signals, each with the next of the ids. */
  void send(String... ids) throws Exception {
    for (String id : ids) {
      sendText(pause(id));
    }
  }

  void sendText(String value) throws Exception {
    producer.send(record(value)).get();
  }

  /** Sends many signals at once. */
  void sendAll(Collection<String> ids) throws Exception {
    List<Future<?>> sent = new ArrayList<>();
    ids.forEach(id -> sent.add(producer.send(record(pause(id)))));
    for (Future<?> each : sent) {
      each.get();
    }
  }

  private ProducerRecord<String, String> record(String value) {
    return new ProducerRecord<>(topic, 0, null, value);
  }

  /** A producer of this topic whose transaction has begun, with one signal. */
  KafkaProducer<String, String> begun(String id) throws Exception {
    Map<String, Object> settings = new HashMap<>(client);
    settings.put("transactional.id", topic);
    var transactional =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
    transactional.initTransactions();
    transactional.beginTransaction();
    transactional.send(record(pause(id))).get();
    return transactional;
  }

  SignalTopic open() {
    return SignalTopic.open(topic, "shop", client);
  }

  SignalTopic started(SignalPosition... from) {
    SignalTopic signals = open();
    signals.start(List.of(from));
    return signals;
  }

  /** Whether the thread that reads the topic waits in a method of that class. */
  static boolean waitsIn(Class<?> type) {
    return threads()
        .filter(
            thread ->
                thread.getState() == Thread.State.TIMED_WAITING
                    || thread.getState() == Thread.State.WAITING)
        .flatMap(thread -> Stream.of(thread.getStackTrace()))
        .anyMatch(frame -> frame.getClassName().equals(type.getName()));
  }

  static Stream<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("mssql-cdc-signals-shop"));
  }

  /** Takes until the last of the ids has come, and expects exactly these. */
  static List<Signal> assertTaken(SignalTopic signals, Collection<String> ids) {
    List<Signal> taken = new ArrayList<>();
    Await.until(
        ids.size() + " signals",
        SOON,
        () -> {
          taken.addAll(signals.take());
          return taken.size() >= ids.size();
        });
    assertThat(taken).extracting(Signal::id).containsExactlyElementsOf(ids);
    return taken;
  }

  static List<Signal> assertTaken(SignalTopic signals, String... ids) {
    return assertTaken(signals, List.of(ids));
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
    admin.close(Duration.ZERO);
  }
}
