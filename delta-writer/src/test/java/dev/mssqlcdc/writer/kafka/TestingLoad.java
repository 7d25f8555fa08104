package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.kafka.TestingSource.Draft;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Sends what some sources do, transaction by transaction, in the background. */
final class TestingLoad implements AutoCloseable {

  private static final long PAUSE_MS = 30;
  // The sources go as fast as the writer, and no faster: what waits at the end is written soon.
  private static final int HEAD_START = 60;
  private static final int PER_COMMIT = 6;

  private final TestingTopics topics;
  private final Random random;
  private final LongSupplier commits;
  private final List<TestingSource> sources = new ArrayList<>();
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private Future<?> sending;
  private long sent;

  /**
   * @param commits how many commits the facts table has
   */
  TestingLoad(TestingTopics topics, Random random, LongSupplier commits) {
    this.commits = commits;
    this.topics = topics;
    this.random = random;
  }

  /** Adds a source with a new topic. */
  synchronized void add(TestingSource source) throws Exception {
    topics.create(source.topic());
    sources.add(source);
  }

  void begin() {
    sending = thread.scheduleWithFixedDelay(this::sendOne, 0, PAUSE_MS, TimeUnit.MILLISECONDS);
  }

  /** Does something for each source while nothing is sent. */
  synchronized void forEach(Consumer<TestingSource> action) {
    sources.forEach(action);
  }

  /** Ends each source's records in good order. */
  synchronized void finish() throws Exception {
    if (!sending.cancel(false)) {
      // It ended before, by a failure that is told here.
      sending.get();
    }
    for (TestingSource source : sources) {
      send(source, source.last());
    }
  }

  private synchronized void sendOne() {
    if (sent > HEAD_START + PER_COMMIT * commits.getAsLong()) {
      return;
    }
    sent++;
    TestingSource source = sources.get(random.nextInt(sources.size()));
    List<Draft> records = source.next();
    try {
      if (random.nextInt(8) == 0) {
        topics.sendAborted(source.topic(), messages(records));
      }
      send(source, records);
    } catch (Exception e) {
      throw new IllegalStateException("cannot send to " + source.topic(), e);
    }
  }

  private void send(TestingSource source, List<Draft> records) throws Exception {
    source.committed(records, topics.send(source.topic(), messages(records)));
  }

  private static List<TestingRecord> messages(List<Draft> records) {
    return records.stream().map(Draft::record).toList();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
