package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.writer.feed.TableFeed;
import dev.mssqlcdc.writer.metrics.WriterMetrics;
import dev.mssqlcdc.writer.settings.WriterSettings;
import dev.mssqlcdc.writer.status.Status;
import dev.mssqlcdc.writer.status.TableStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** Publishes where the writer stands. For the main loop. */
final class StatusReport {

  private static final long INTERVAL_MS = 1_000;

  private final WriterSettings settings;
  private final Consumer<byte[], byte[]> consumer;
  private final Feeds feeds;
  private final WriterMetrics metrics;
  private boolean assigned;
  private long publishedAt;

  StatusReport(
      WriterSettings settings,
      Consumer<byte[], byte[]> consumer,
      Feeds feeds,
      WriterMetrics metrics) {
    this.settings = settings;
    this.consumer = consumer;
    this.feeds = feeds;
    this.metrics = metrics;
  }

  /** The group has spoken: this instance has its topics, or has lost them. */
  void assigned(boolean isAssigned) {
    assigned = isAssigned;
    changed();
  }

  /** The topics are others now: the next publication must not wait. */
  void changed() {
    publishedAt = 0;
  }

  /** Publishes, unless it just did. */
  void publish() {
    long now = System.currentTimeMillis();
    if (now - publishedAt < INTERVAL_MS) {
      return;
    }
    publishedAt = now;
    Map<String, TableStatus> tables = new HashMap<>();
    feeds.byPartition().forEach((partition, feed) -> tables.put(feed.topic(), of(partition, feed)));
    metrics.publish(
        new Status(now, assigned, feeds.bufferedBytes(), settings.memoryLimit(), tables));
  }

  private TableStatus of(TopicPartition partition, TableFeed feed) {
    return feed.status(
        settings.granularity(),
        feed.isOpen() ? consumer.currentLag(partition) : OptionalLong.empty());
  }
}
