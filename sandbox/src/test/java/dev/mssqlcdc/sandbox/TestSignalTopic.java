package dev.mssqlcdc.sandbox;

import static dev.mssqlcdc.sandbox.TestingSignals.assertTaken;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.connector.core.Signal;
import dev.mssqlcdc.connector.core.SignalPosition;
import dev.mssqlcdc.connector.signal.SignalTopic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The signal topic of a real broker, whatever happens to both. */
@TestInstance(Lifecycle.PER_CLASS)
class TestSignalTopic {

  private static final Duration SOON = Duration.ofSeconds(60);

  /** Much less than any time-out of the clients. */
  private static final Duration AT_ONCE = Duration.ofSeconds(4);

  private Sandbox sandbox;
  private TestingSignals topic;

  @BeforeAll
  void start() {
    sandbox = Sandbox.start(Sandbox.Part.KAFKA);
  }

  @AfterAll
  void stop() {
    sandbox.close();
  }

  @BeforeEach
  void open(TestInfo test) {
    topic = new TestingSignals(sandbox.broker(), test.getTestMethod().orElseThrow().getName());
  }

  @AfterEach
  void close() {
    topic.close();
  }

  @Test
  void isReadFromWhereTheLowestTableGoesOn() throws Exception {
    topic.create(1).send("a", "b", "c");
    try (SignalTopic signals = topic.started(topic.at(2), topic.at(1))) {
      assertThat(assertTaken(signals, "b", "c"))
          .extracting(Signal::at)
          .containsExactly(topic.at(1), topic.at(2));
      topic.send("d");
      assertTaken(signals, "d");
    }
  }

  @Test
  void whatWasSentBeforeTheEndIsNotRead() throws Exception {
    topic.create(1).send("a", "b");
    try (SignalTopic signals = topic.open()) {
      SignalPosition end = signals.end().orElseThrow();
      assertThat(end).isEqualTo(topic.at(2));
      topic.send("c");
      signals.start(List.of(end));
      assertTaken(signals, "c");
    }
  }

  @Test
  void withoutATableThatGoesOnOnlyWhatComesIsRead() throws Exception {
    topic.create(1).send("a");
    try (var log = new TestingLog();
        SignalTopic signals = topic.started()) {
      Await.until("it is followed", SOON, () -> log.count("followed from offset 1") == 1);
      topic.send("b");
      assertTaken(signals, "b");
    }
  }

  @Test
  void garbageBetweenSignalsIsWarnedAboutAndPassedOver() throws Exception {
    topic.create(1).send("a");
    try (var log = new TestingLog();
        SignalTopic signals = topic.started(topic.at(0))) {
      topic.sendText("garbage");
      topic.sendText(null);
      topic.send("b");
      assertTaken(signals, "a", "b");
      assertThat(log.count("is skipped")).isEqualTo(2);
      assertThat(log.count("offset 1 of partition 0 of signal topic " + topic.topic())).isOne();
    }
  }

  @Test
  void whatATransactionTookBackIsNotSeen() throws Exception {
    topic.create(1).send("a");
    try (SignalTopic signals = topic.started(topic.at(0))) {
      try (var producer = topic.begun("aborted")) {
        assertThat(signals.end()).contains(topic.at(1));
        producer.abortTransaction();
      }
      try (var producer = topic.begun("committed")) {
        producer.commitTransaction();
      }
      topic.send("b");
      assertTaken(signals, "a", "committed", "b");
    }
  }

  @Test
  void aMissingTopicIsWarnedAboutOnceAndReadWhenItIsThere() throws Exception {
    try (var log = new TestingLog();
        SignalTopic signals = topic.open()) {
      SignalPosition end = signals.end().orElseThrow();
      signals.start(List.of(end));
      topic.create(1).send("a");
      assertTaken(signals, "a");
      assertThat(log.count("does not exist")).isOne();
    }
  }

  @Test
  void aTopicCreatedAnewIsReadFromItsStart() throws Exception {
    topic.create(1).send("a", "b");
    try (SignalTopic signals = topic.started(topic.at(0))) {
      assertTaken(signals, "a", "b");
      topic.delete();
      topic.create(1).send("c");
      assertThat(assertTaken(signals, "c")).extracting(Signal::at).containsExactly(topic.at(0));
    }
  }

  @Test
  void aTopicCreatedAnewMeanwhileIsReadFromItsStart() throws Exception {
    topic.create(1).send("a");
    SignalPosition stored = topic.at(1);
    topic.delete();
    topic.create(1).send("b", "c");
    try (SignalTopic signals = topic.started(stored)) {
      assertTaken(signals, "b", "c");
    }
  }

  @Test
  void signalsThatKafkaHasRemovedAreNotWaitedFor() throws Exception {
    topic.create(1).send("a", "b", "c");
    topic
        .admin()
        .deleteRecords(
            Map.of(new TopicPartition(topic.topic(), 0), RecordsToDelete.beforeOffset(2)))
        .all()
        .get();
    try (SignalTopic signals = topic.started(topic.at(0))) {
      assertTaken(signals, "c");
    }
  }

  @Test
  void onlyPartition0IsRead() throws Exception {
    topic.create(2).send("a");
    try (var log = new TestingLog();
        SignalTopic signals = topic.started(topic.at(0))) {
      assertTaken(signals, "a");
      assertThat(log.count("has 2 partitions")).isOne();
    }
  }

  @Test
  void moreThanIsTakenWaitsInKafka() throws Exception {
    List<String> ids = IntStream.range(0, 2_500).mapToObj(String::valueOf).toList();
    topic.create(1).sendAll(ids);
    try (SignalTopic signals = topic.started(topic.at(0))) {
      Await.until("it is full", SOON, () -> TestingSignals.waitsIn(ArrayBlockingQueue.class));
      List<Signal> first = signals.take();
      assertThat(first).hasSizeLessThan(ids.size());
      assertThat(first)
          .extracting(Signal::id)
          .containsExactlyElementsOf(ids.subList(0, first.size()));
      assertTaken(signals, ids.subList(first.size(), ids.size()));
    }
  }

  @Test
  void aBrokerThatIsAwayIsWaitedFor() throws Exception {
    topic.create(1).send("a");
    try (SignalTopic signals = topic.started(topic.at(0))) {
      assertTaken(signals, "a");
      sandbox.broker().process().kill();
      sandbox.broker().process().restart();
      sandbox.broker().awaitReady();
      topic.send("b");
      assertTaken(signals, "b");
    }
  }

  @Test
  void aBrokerThatIsAwayAtTheStartIsWarnedAboutOnce() throws Exception {
    topic.create(1).send("a");
    SignalPosition begin = topic.at(0);
    sandbox.broker().process().kill();
    try (var log = new TestingLog();
        SignalTopic signals = topic.open()) {
      assertThat(signals.end()).isEmpty();
      signals.start(List.of(begin));
      sandbox.broker().process().restart();
      sandbox.broker().awaitReady();
      assertTaken(signals, "a");
      assertThat(log.count("cannot be read: TimeoutException")).isOne();
    }
  }

  @Test
  void isClosedAtOnceWhileItWaitsForSignals() throws Exception {
    topic.create(1).send("a");
    SignalTopic signals = topic.started(topic.at(0));
    assertTaken(signals, "a");
    assertThat(timed(signals)).isLessThan(AT_ONCE);
  }

  @Test
  void isClosedAtOnceWhileKafkaDoesNotAnswer() throws Exception {
    sandbox.broker().process().kill();
    try {
      SignalTopic asking = topic.started();
      Await.until("it asks", SOON, () -> TestingSignals.waitsIn(CompletableFuture.class));
      assertThat(timed(asking)).isLessThan(AT_ONCE);
      assertThat(timed(topic.started())).isLessThan(AT_ONCE);
      assertThat(timed(topic.open())).isLessThan(AT_ONCE);
    } finally {
      sandbox.broker().process().restart();
      sandbox.broker().awaitReady();
    }
  }

  private static Duration timed(SignalTopic signals) {
    long start = System.nanoTime();
    signals.close();
    Await.until("its thread is gone", SOON, () -> TestingSignals.threads().findAny().isEmpty());
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
