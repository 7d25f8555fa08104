package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.writer.feed.FlushCycle;
import dev.mssqlcdc.writer.feed.TableFeed;
import dev.mssqlcdc.writer.metrics.StepTimers;
import dev.mssqlcdc.writer.metrics.WriterMetrics;
import dev.mssqlcdc.writer.settings.WriterSettings;
import dev.mssqlcdc.writer.status.StatusBoard;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the topics and has their records written. One thread runs it; {@link #stop} may be called
 * by another.
 */
public final class WriterService implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WriterService.class);
  private static final long LONGEST_POLL_MS = 1_000;

  private final WriterSettings settings;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final TopicCatalog catalog;
  private final Feeds feeds;
  private final FlushCycle cycle;
  private final StatusBoard board;
  private final StepTimers timers;
  private final StatusReport report;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean stopping;

  /**
   * Connects to Kafka and opens the tables.
   *
   * @throws org.apache.kafka.common.KafkaException when Kafka does not answer
   * @throws dev.mssqlcdc.lake.LakeException when the lake root cannot be used
   * @throws dev.mssqlcdc.avro.RegistryException when the registry cannot be reached
   */
  public WriterService(WriterSettings settings, StatusBoard board, WriterMetrics metrics) {
    this(settings, WriterParts.standard(settings, metrics.steps()), board, metrics);
  }

  WriterService(
      WriterSettings settings, WriterParts parts, StatusBoard board, WriterMetrics metrics) {
    this.settings = settings;
    this.board = board;
    this.timers = parts.timers();
    this.catalog = new TopicCatalog(settings);
    try {
      catalog.check();
      settings.deadLetterTopic().ifPresent(catalog::prepareDeadLetters);
    } catch (RuntimeException e) {
      catalog.close();
      throw e;
    }
    this.consumer =
        ClientFaults.worded(() -> new KafkaConsumer<>(KafkaSettings.consumer(settings)));
    this.cycle = parts.cycle();
    this.feeds = new Feeds(settings, consumer, catalog, parts);
    this.report = new StatusReport(settings, consumer, feeds, metrics);
  }

  /** Runs until {@link #stop}; then writes what has been read, and returns. */
  public void run() {
    consumer.subscribe(
        Pattern.compile(Pattern.quote(settings.topicPrefix() + ".") + "[^.].*"), new Listener());
    LOG.info(
        "writer {} reads the topics of '{}.' at {} and writes to {}",
        settings.writerId(),
        settings.topicPrefix(),
        settings.bootstrapServers(),
        settings.lake().root());
    while (!stopping) {
      step();
    }
    drain(feeds.all());
    logEnd(feeds.bufferedBytes());
  }

  private static void logEnd(long waiting) {
    if (waiting == 0) {
      LOG.info("stopped: what had been read is written, but for tables that cannot go on");
    } else {
      LOG.warn("stopped: {} bytes of records are not written and will be read again", waiting);
    }
  }

  /** Asks {@link #run} to end and waits until this is closed, but not longer than a limit. */
  public void stop(Duration limit) throws InterruptedException {
    stopping = true;
    board.stopping();
    consumer.wakeup();
    if (!ended.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      LOG.warn(
          "still writing after {}; ending all the same: what is not written is read again", limit);
    }
  }

  @Override
  public void close() {
    try (catalog) {
      consumer.close();
    } finally {
      ended.countDown();
    }
  }

  private void step() {
    report.publish();
    timers.begin("asking Kafka for records");
    try {
      take(consumer.poll(Duration.ofMillis(pollMillis())));
    } catch (WakeupException e) {
      LOG.info("stopping: writing what has been read");
      return;
    } catch (OffsetOutOfRangeException e) {
      feeds.lost(e.partitions());
      return;
    }
    long until = workEnd();
    feeds.openDue(until);
    List<TableFeed> due = feeds.due();
    if (!due.isEmpty() || cycle.isControlDue()) {
      cycle.run(due, until);
      feeds.settle();
    }
  }

  private long workEnd() {
    return System.currentTimeMillis() + KafkaSettings.workMillis(settings);
  }

  private long pollMillis() {
    return Math.max(0, Math.min(LONGEST_POLL_MS, feeds.nextDue() - System.currentTimeMillis()));
  }

  private void take(ConsumerRecords<byte[], byte[]> records) {
    long now = System.currentTimeMillis();
    for (TopicPartition partition : records.partitions()) {
      feeds
          .open(partition)
          .ifPresent(
              feed -> {
                records.records(partition).forEach(record -> feed.add(RawRecords.of(record, now)));
                feed.reached(consumer.position(partition));
              });
    }
  }

  /** Writes all that the feeds hold, as far as there is time: the rest is read again. */
  private void drain(Collection<TableFeed> some) {
    long until = workEnd();
    while (System.currentTimeMillis() < until
        && (cycle.isControlDue()
            || some.stream().anyMatch(feed -> feed.isOpen() && feed.bufferedBytes() > 0))) {
      cycle.run(some, until);
      report.publish();
    }
    feeds.settle();
  }

  private final class Listener implements ConsumerRebalanceListener {

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      feeds.assigned(partitions);
      report.assigned(true);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      drain(feeds.of(partitions));
      feeds.removed(partitions);
      report.changed();
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      feeds.removed(partitions);
      report.assigned(false);
    }
  }
}
