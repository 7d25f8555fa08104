package dev.mssqlcdc.writer.feed;

import dev.mssqlcdc.avro.RegistryException;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.writer.core.FlushLimits;
import dev.mssqlcdc.writer.core.Granularity;
import dev.mssqlcdc.writer.core.RawRecord;
import dev.mssqlcdc.writer.core.RecordBuffer;
import dev.mssqlcdc.writer.core.TablePausedException;
import dev.mssqlcdc.writer.core.TableStopException;
import dev.mssqlcdc.writer.status.TableStatus;
import dev.mssqlcdc.writer.tables.StaleException;
import dev.mssqlcdc.writer.tables.TablePosition;
import dev.mssqlcdc.writer.tables.Written;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A topic that this instance is assigned: its waiting records and where its table stands. After any
 * failure it is closed, and opened again later exactly as at the first time: only what the tables
 * say counts, never what memory holds.
 */
public final class TableFeed {

  private static final Logger LOG = LoggerFactory.getLogger(TableFeed.class);
  private static final long FIRST_PAUSE_MS = 1_000;

  private final String topic;
  private final long longestPauseMs;
  private final RecordBuffer buffer;
  private final FeedHistory history = new FeedHistory();
  private Optional<TablePosition> position = Optional.empty();
  private long reach;
  private long lastFlush;
  private long pauseMs = FIRST_PAUSE_MS;
  private long retryAt;

  /**
   * @param longestPauseMs how long it stays closed at most before it is tried again
   */
  public TableFeed(String topic, FlushLimits limits, long longestPauseMs) {
    this.topic = topic;
    this.longestPauseMs = longestPauseMs;
    this.buffer = new RecordBuffer(limits);
  }

  public String topic() {
    return topic;
  }

  public boolean isOpen() {
    return position.isPresent();
  }

  /** When a closed feed is to be opened again, milliseconds since 1970. */
  public long retryAt() {
    return retryAt;
  }

  /** Opens it at a position. */
  public void open(TablePosition at) {
    position = Optional.of(at);
    reach = at.state().next();
    history.opened(at);
  }

  public void add(RawRecord record) {
    buffer.add(record);
    reach = Math.max(reach, record.offset() + 1);
  }

  /** Tells how far the consumer has read, transaction markers included. */
  public void reached(long offset) {
    reach = Math.max(reach, offset);
  }

  public long bufferedBytes() {
    return buffer.bytes();
  }

  /** When its next batch is due, milliseconds since 1970; empty when there is none. */
  public OptionalLong dueAt() {
    return position.isPresent()
        ? buffer.dueAt(position.get().state(), lastFlush)
        : OptionalLong.empty();
  }

  /** Whether nothing waits but progress that says that nothing happened. */
  boolean isIdle() {
    return position.isPresent() && buffer.isIdle(position.get().state());
  }

  /** When its last batch was committed, milliseconds since 1970. */
  public long lastFlush() {
    return lastFlush;
  }

  /**
   * Where it stands.
   *
   * @param unread records of the topic that the consumer has not read, where it knows
   */
  public TableStatus status(Granularity granularity, OptionalLong unread) {
    OptionalLong lag =
        unread.isPresent() ? OptionalLong.of(unread.getAsLong() + unwritten()) : unread;
    return history.status(topic, granularity, lag, buffer.bytes());
  }

  private long unwritten() {
    return buffer.isEmpty() ? 0 : reach - position().state().next();
  }

  List<RawRecord> nextBatch() {
    return buffer.nextBatch();
  }

  TablePosition position() {
    return position.orElseThrow();
  }

  /** Where reading goes on after the records of a batch. */
  long nextAfter(List<RawRecord> batch) {
    long last = batch.get(batch.size() - 1).offset() + 1;
    return buffer.size() == batch.size() ? Math.max(reach, last) : last;
  }

  void committed(Written written, long now) {
    position = Optional.of(written.position());
    long bytes = buffer.bytes();
    buffer.remove(written.records());
    history.committed(written, bytes - buffer.bytes());
    lastFlush = now;
    pauseMs = FIRST_PAUSE_MS;
    LOG.atLevel(written.batch().rows() > 0 ? Level.INFO : Level.DEBUG)
        .log(
            "topic {}: {} rows, {} facts up to offset {}",
            topic,
            written.batch().rows(),
            written.batch().facts().size(),
            written.batch().last());
    if (written.batch().repeated() > 0) {
      LOG.warn(
          "topic {}: dropped {} records up to offset {} that had come before",
          topic,
          written.batch().repeated(),
          written.batch().last());
    }
    written.stop().ifPresent(stop -> close(stop, now));
  }

  /** Closes it after a failure and decides when to try again. */
  public void close(RuntimeException cause, long now) {
    boolean wasOpen = isOpen();
    buffer.clear();
    position = Optional.empty();
    if (cause instanceof StaleException) {
      LOG.warn("{}; reading the table's position anew", cause.getMessage());
      retryAt = now;
      history.reopening();
      return;
    }
    if (cause instanceof TableStopException) {
      pauseMs = longestPauseMs;
    }
    retryAt = now + Math.min(pauseMs, longestPauseMs);
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    if (cause instanceof TablePausedException) {
      history.paused();
    } else {
      String message = isExplained(cause) ? cause.getMessage() : "unexpected failure: " + cause;
      history.stopped(wasOpen, message, now, retryAt);
    }
    log(cause, retryAt - now);
  }

  private static boolean isExplained(RuntimeException cause) {
    return cause instanceof TableStopException
        || cause instanceof LakeException
        || cause instanceof RegistryException;
  }

  private void log(RuntimeException cause, long pause) {
    if (cause instanceof TablePausedException) {
      LOG.info("{} (next look in {} ms)", cause.getMessage(), pause);
    } else if (isExplained(cause)) {
      LOG.error("{} (next attempt in {} ms)", cause.getMessage(), pause);
    } else {
      LOG.error("topic {}: unexpected failure (next attempt in {} ms)", topic, pause, cause);
    }
  }
}
