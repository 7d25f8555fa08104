package dev.mssqlcdc.connector.signal;

import dev.mssqlcdc.connector.core.Backoff;
import dev.mssqlcdc.connector.core.Signal;
import dev.mssqlcdc.connector.core.SignalPosition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the signal topic in a thread of its own. Nothing that happens to the topic or its broker
 * ends the task: it is warned about once, and tried again until it works.
 */
public final class SignalTopic implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SignalTopic.class);
  private static final int BUFFERED = 1_000;
  private static final long OFFER_MILLIS = 100;
  private static final Duration POLL = Duration.ofSeconds(5);

  /** How often it is asked whether another topic has taken this one's place. */
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final Backoff BACKOFF = new Backoff(500, 15_000);
  private static final long CLOSE_MILLIS = 2_000;

  private final String name;
  private final Map<String, Object> settings;
  private final SignalRecords records;
  private final BlockingQueue<Signal> buffer = new ArrayBlockingQueue<>(BUFFERED);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private volatile SignalClients clients;
  private Collection<SignalPosition> seen = List.of();
  private Optional<SignalPosition> next = Optional.empty();
  private boolean isSeekDue = true;
  private int failures;

  /** Kinds of failures that were warned about since all was well. */
  private final Set<Class<?>> told = new HashSet<>();

  private SignalTopic(String name, String connector, Map<String, Object> settings) {
    this.name = name;
    this.settings = Map.copyOf(settings);
    this.records = new SignalRecords(connector);
    this.thread = new Thread(this::run, "mssql-cdc-signals-" + connector);
    this.thread.setDaemon(true);
  }

  /**
   * Connects to nothing yet.
   *
   * @param topic whose partition 0 is read
   * @param connector the key of records for this connector alone
   * @param consumer settings of the consumer, {@code bootstrap.servers} among them
   */
  public static SignalTopic open(String topic, String connector, Map<String, Object> consumer) {
    return new SignalTopic(topic, connector, consumer);
  }

  /**
   * Where the next signal will stand, asked within seconds; before {@link #start}. Empty when Kafka
   * did not answer.
   */
  public Optional<SignalPosition> end() throws InterruptedException {
    try {
      return Optional.of(new SignalPosition(clients().topic().id(), clients().end()));
    } catch (UnknownTopicOrPartitionException e) {
      warn(e);
      return Optional.of(new SignalPosition("", 0));
    } catch (KafkaException e) {
      warn(e);
      return Optional.empty();
    }
  }

  /**
   * Begins to read.
   *
   * @param from where each table goes on; the lowest is read from, or what comes from now on if
   *     there is none
   */
  public void start(Collection<SignalPosition> from) {
    seen = List.copyOf(from);
    thread.start();
  }

  /** The signals that have come since, in their order; never waits. */
  public List<Signal> take() {
    if (buffer.isEmpty()) {
      return List.of();
    }
    List<Signal> signals = new ArrayList<>();
    buffer.drainTo(signals);
    return signals;
  }

  private void run() {
    try {
      while (!isClosed()) {
        attempt();
      }
    } catch (InterruptedException e) {
      LOG.debug("Signal topic {} is left", name);
    } finally {
      closeClients();
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private void attempt() throws InterruptedException {
    try {
      follow(clients());
    } catch (RuntimeException e) {
      isSeekDue = true;
      if (!isClosed()) {
        warn(e);
        pause();
      }
    }
  }

  private void pause() throws InterruptedException {
    long millis = BACKOFF.delayMillis(failures, ThreadLocalRandom.current());
    if (closed.await(millis, TimeUnit.MILLISECONDS)) {
      LOG.debug("Signal topic {} is left", name);
    }
  }

  /** Reads for a while, and looks before whether it is still the same topic. */
  private void follow(SignalClients kafka) throws InterruptedException {
    String id = look(kafka);
    long since = System.nanoTime();
    while (!isClosed() && System.nanoTime() - since < LOOK_NANOS) {
      for (ConsumerRecord<byte[], byte[]> record : kafka.poll(POLL)) {
        Optional<Signal> signal = records.read(id, record);
        if (signal.isPresent()) {
          hand(signal.get());
        }
        next = Optional.of(new SignalPosition(id, record.offset()).next());
      }
    }
  }

  private String look(SignalClients kafka) throws InterruptedException {
    SignalClients.Topic topic = kafka.topic();
    if (isSeekDue || !next.orElseThrow().topic().equals(topic.id())) {
      SignalPosition position = position(kafka, topic.id());
      kafka.seek(position.offset());
      next = Optional.of(position);
      isSeekDue = false;
      begun(topic, position);
    }
    failures = 0;
    told.clear();
    return topic.id();
  }

  private SignalPosition position(SignalClients kafka, String id) throws InterruptedException {
    if (next.isPresent()) {
      return next.get().in(id);
    }
    var lowest = seen.stream().mapToLong(position -> position.in(id).offset()).min();
    return new SignalPosition(id, lowest.isPresent() ? lowest.getAsLong() : kafka.end());
  }

  private void begun(SignalClients.Topic topic, SignalPosition position) {
    LOG.info("Signal topic {} is followed from offset {}", name, position.offset());
    if (topic.partitions() > 1) {
      LOG.warn(
          "Signal topic {} has {} partitions, of which only partition 0 is read. What to do: create it with one",
          name,
          topic.partitions());
    }
  }

  private void hand(Signal signal) throws InterruptedException {
    boolean handed = false;
    while (!handed && !isClosed()) {
      handed = buffer.offer(signal, OFFER_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Kafka's own clients connect again by themselves; only what they cannot do ends an attempt. */
  private void warn(RuntimeException e) {
    failures++;
    if (!told.add(e.getClass())) {
      LOG.debug("Signal topic {} is still not to be read", name, e);
    } else if (e instanceof UnknownTopicOrPartitionException) {
      LOG.warn(
          "Signal topic {} does not exist. What to do: create it, with one partition; the tables are read meanwhile",
          name);
    } else {
      LOG.warn(
          "Signal topic {} cannot be read: {}. It is tried again until it can; the tables are read meanwhile",
          name,
          SignalClients.reason(e));
    }
  }

  private SignalClients clients() {
    if (clients == null) {
      clients = SignalClients.open(name, settings);
      if (isClosed()) {
        clients.abort();
      }
    }
    return clients;
  }

  private void closeClients() {
    if (clients != null) {
      clients.close();
    }
  }

  /** Ends the reading at once, also while Kafka does not answer. */
  @Override
  public void close() {
    closed.countDown();
    SignalClients opened = clients;
    if (opened != null) {
      opened.abort();
    }
    if (thread.isAlive()) {
      awaitEnd();
    } else {
      closeClients();
    }
  }

  private void awaitEnd() {
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
