package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.Backoff;
import dev.mssqlcdc.connector.core.ReadSettings;
import dev.mssqlcdc.connector.core.ServerZone;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.jdbc.Source;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a task's tables ahead of the worker: one thread plans, and reads snapshots; lanes read
 * ranges of changes.
 */
public final class Reader {

  private static final Logger LOG = LoggerFactory.getLogger(Reader.class);
  static final Backoff BACKOFF = new Backoff(200, 10_000);
  private static final long STOP_SECONDS = 10;

  private final Source source;
  private final ReadSettings settings;
  private final StoredOffsets stored;
  private final Requests requests;
  private final HandoverQueue<Emission> queue;
  private final List<TableState> tables;
  private final TableFailures failures;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final RandomGenerator random = RandomGenerator.getDefault();
  private final Thread thread;
  private volatile Lanes lanes;

  /**
   * @param source used by this reader alone, and closed by it
   * @param stored what the worker has stored of the records handed over
   * @param signals what people ask while tables are read
   * @param queue where records go, and the failure if reading cannot go on
   */
  public Reader(
      String name,
      Source source,
      ReadSettings settings,
      List<TableChannel> channels,
      StoredOffsets stored,
      SignalSource signals,
      HandoverQueue<Emission> queue) {
    this.requests = new Requests(signals);
    this.source = source;
    this.stored = stored;
    this.settings = settings;
    this.queue = queue;
    this.tables =
        channels.stream().map(channel -> new TableState(channel, queue, settings)).toList();
    for (TableState table : tables) {
      signals.begin().ifPresent(table::beginSignals);
    }
    this.failures = TableFailures.ofPlanning(settings.maxRetries(), source.access());
    this.thread = new Thread(this::run, name);
    this.thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** Ends the thread, whatever it is waiting for. */
  public void stop() throws InterruptedException {
    stopping.countDown();
    queue.close();
    thread.interrupt();
    source.connection().abort();
    thread.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
    Lanes begun = lanes;
    boolean lanesEnded = begun == null || begun.awaitEnd(STOP_SECONDS);
    if (thread.isAlive() || !lanesEnded) {
      LOG.warn("The reader did not end within {} s", STOP_SECONDS);
    }
  }

  private void run() {
    try (source) {
      try {
        readUntilStopped();
      } finally {
        closeLanes();
      }
    } catch (InterruptedException e) {
      LOG.debug("The reader was stopped", e);
    } catch (RuntimeException e) {
      if (!isStopping()) {
        queue.fail(e);
      }
    } catch (Error e) {
      // Without this the task would wait for ever for a thread that is gone.
      queue.fail(new IllegalStateException("the reader ended by " + e, e));
      throw e;
    }
  }

  private void readUntilStopped() throws InterruptedException {
    Round round = null;
    int failed = 0;
    while (!isStopping()) {
      try {
        if (round == null) {
          round = newRound();
        }
        boolean more = round.run(tables);
        flush();
        failed = 0;
        if (!more) {
          round.pause(settings.pollMillis());
        }
      } catch (SourceException e) {
        flush();
        failed++;
        pause(delayAfter(e, failed));
      }
    }
  }

  private Round newRound() {
    var clock = new ServerClock(zone());
    lanes =
        new Lanes(
            thread.getName(),
            settings.connections(),
            () -> new Lane(source.another(), settings, clock));
    return new Round(source, settings, clock, failures, stored, lanes, requests);
  }

  private void closeLanes() {
    if (lanes != null) {
      lanes.close();
    }
  }

  /** A lane hands on what it read itself. */
  private void flush() throws InterruptedException {
    for (TableState table : tables) {
      if (!table.isLent()) {
        table.flush();
      }
    }
  }

  /** How long to wait before another attempt; throws the failure when none is left. */
  private long delayAfter(SourceException e, int failed) {
    if (!e.isTransient() || failed > settings.maxRetries() || isStopping()) {
      throw e;
    }
    tables.forEach(table -> table.gauges().retried());
    long delay = BACKOFF.delayMillis(failed, random);
    LOG.warn(
        "Attempt {} of {} failed, the next is in {} ms: {}",
        failed,
        settings.maxRetries() + 1,
        delay,
        e.getMessage());
    return delay;
  }

  private ServerZone zone() {
    return settings.zone().orElseGet(source.catalog()::zone);
  }

  private void pause(long millis) throws InterruptedException {
    stopping.await(millis, TimeUnit.MILLISECONDS);
  }

  private boolean isStopping() {
    return stopping.getCount() == 0;
  }
}
