package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.writer.core.TableStopException;
import dev.mssqlcdc.writer.feed.FlushCycle;
import dev.mssqlcdc.writer.feed.FlushSchedule;
import dev.mssqlcdc.writer.feed.TableFeed;
import dev.mssqlcdc.writer.kafka.TopicCatalog.TopicInfo;
import dev.mssqlcdc.writer.metrics.StepTimers;
import dev.mssqlcdc.writer.settings.WriterSettings;
import dev.mssqlcdc.writer.tables.FactsTable;
import dev.mssqlcdc.writer.tables.TablePosition;
import dev.mssqlcdc.writer.tables.TableRecovery;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The feeds of the partitions that this instance is assigned. A closed feed's partition is paused;
 * opening it reads from the tables where it stands.
 */
final class Feeds {

  private static final Logger LOG = LoggerFactory.getLogger(Feeds.class);

  private final WriterSettings settings;
  private final Consumer<byte[], byte[]> consumer;
  private final TopicCatalog catalog;
  private final FactsTable facts;
  private final TableRecovery recovery;
  private final FlushCycle cycle;
  private final StepTimers timers;
  private final FlushSchedule schedule;
  private final Map<TopicPartition, TableFeed> feeds = new LinkedHashMap<>();

  Feeds(
      WriterSettings settings,
      Consumer<byte[], byte[]> consumer,
      TopicCatalog catalog,
      WriterParts parts) {
    this.settings = settings;
    this.consumer = consumer;
    this.catalog = catalog;
    this.facts = parts.facts();
    this.recovery = parts.recovery();
    this.cycle = parts.cycle();
    this.timers = parts.timers();
    this.schedule = new FlushSchedule(settings.limits(), settings.memoryLimit());
  }

  Collection<TableFeed> all() {
    return feeds.values();
  }

  Map<TopicPartition, TableFeed> byPartition() {
    return Collections.unmodifiableMap(feeds);
  }

  List<TableFeed> of(Collection<TopicPartition> partitions) {
    return partitions.stream().map(feeds::get).filter(feed -> feed != null).toList();
  }

  Optional<TableFeed> open(TopicPartition partition) {
    return Optional.ofNullable(feeds.get(partition)).filter(TableFeed::isOpen);
  }

  /** Takes over partitions; each has no position worth having until it is opened. */
  void assigned(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      consumer.seek(partition, 0);
      consumer.pause(List.of(partition));
      if (partition.partition() == 0) {
        feeds.put(
            partition,
            new TableFeed(partition.topic(), settings.limits(), settings.tableRetryInterval()));
      }
    }
  }

  void removed(Collection<TopicPartition> partitions) {
    partitions.forEach(feeds::remove);
  }

  /** Closes feeds whose position the broker does not have. */
  void lost(Collection<TopicPartition> partitions) {
    for (TableFeed feed : of(partitions)) {
      feed.close(
          new TableStopException(
              "topic %s: the broker no longer has the offset that comes next"
                  .formatted(feed.topic())),
          System.currentTimeMillis());
    }
    settle();
  }

  /**
   * Has the consumer read for open feeds, and for none while the records that wait are too many.
   */
  void settle() {
    boolean full = schedule.isFull(feeds.values());
    Map<Boolean, List<TopicPartition>> partitions =
        feeds.entrySet().stream()
            .collect(
                Collectors.partitioningBy(
                    entry -> !full && entry.getValue().isOpen(),
                    Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
    consumer.resume(partitions.get(true));
    consumer.pause(partitions.get(false));
  }

  /**
   * Opens the closed feeds whose time has come.
   *
   * @param until when no other is begun, milliseconds since 1970
   */
  void openDue(long until) {
    long now = System.currentTimeMillis();
    Map<TopicPartition, TableFeed> due =
        feeds.entrySet().stream()
            .filter(entry -> !entry.getValue().isOpen() && entry.getValue().retryAt() <= now)
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    if (due.isEmpty()) {
      return;
    }
    try {
      timers.begin("asking Kafka for topics and reading facts");
      Map<String, TopicInfo> topics =
          catalog.describe(due.values().stream().map(TableFeed::topic).collect(Collectors.toSet()));
      facts.refresh();
      for (Map.Entry<TopicPartition, TableFeed> entry : due.entrySet()) {
        TableFeed feed = entry.getValue();
        open(entry.getKey(), feed, topics.get(feed.topic()));
        if (System.currentTimeMillis() >= until) {
          break;
        }
      }
    } catch (KafkaException | LakeException e) {
      due.values().stream().filter(feed -> !feed.isOpen()).forEach(feed -> feed.close(e, now));
    }
  }

  private void open(TopicPartition partition, TableFeed feed, TopicInfo info) {
    try {
      timers.begin("opening the table of topic " + partition.topic());
      check(partition.topic(), info);
      TablePosition position =
          recovery.recover(info.topic(settings, partition.topic()), info.start(), info.end());
      position.refuseIfPaused();
      if (position.bronze().isEmpty()) {
        settings.tableNames().checkUnshared(partition.topic(), consumer.subscription());
      }
      long next = position.state().next();
      consumer.seek(partition, next);
      consumer.resume(List.of(partition));
      feed.open(position);
      cycle.opened(position);
      LOG.info("topic {}: reading from offset {}", partition.topic(), next);
    } catch (RuntimeException e) {
      feed.close(e, System.currentTimeMillis());
    }
  }

  private static void check(String topic, TopicInfo info) {
    if (info.partitions() != 1) {
      throw new TableStopException(
          ("topic %s has %d partitions: the order of its records is lost in more than one. Let the"
                  + " connector create its topics")
              .formatted(topic, info.partitions()));
    }
    if (info.compacted()) {
      throw new TableStopException(
          ("topic %s has cleanup.policy=compact: Kafka removes changes from it that are not read"
                  + " yet. Run: kafka-configs.sh --bootstrap-server SERVER --alter --entity-type topics"
                  + " --entity-name %s --add-config cleanup.policy=delete; what was removed already is"
                  + " then found missing")
              .formatted(topic, topic));
    }
  }

  /** The feeds to flush now. */
  List<TableFeed> due() {
    return schedule.due(feeds.values(), System.currentTimeMillis());
  }

  long bufferedBytes() {
    return FlushSchedule.waitingBytes(feeds.values());
  }

  /** When the first feed is due, milliseconds since 1970. */
  long nextDue() {
    return schedule.nextDue(feeds.values());
  }
}
