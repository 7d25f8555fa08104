package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.avro.SchemaClient;
import dev.mssqlcdc.writer.core.GapException;
import dev.mssqlcdc.writer.core.RawRecord;
import dev.mssqlcdc.writer.core.TableStopException;
import dev.mssqlcdc.writer.decode.RecordDecoder;
import dev.mssqlcdc.writer.decode.RecordSchemas;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import dev.mssqlcdc.writer.delta.KernelTables;
import dev.mssqlcdc.writer.kafka.TopicCatalog.TopicInfo;
import dev.mssqlcdc.writer.settings.WriterSettings;
import dev.mssqlcdc.writer.tables.BronzeTables;
import dev.mssqlcdc.writer.tables.FactsTable;
import dev.mssqlcdc.writer.tables.NextRecord;
import dev.mssqlcdc.writer.tables.TableOrders;
import dev.mssqlcdc.writer.tables.TablePosition;
import dev.mssqlcdc.writer.tables.TableRecovery;
import dev.mssqlcdc.writer.tables.Topic;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * What a table's owner may order, also while instances of the service run. Each order is one commit
 * to the bronze table.
 */
public final class TableCommands implements AutoCloseable {

  private static final long PEEK_LIMIT_MS = 30_000;

  private final WriterSettings settings;
  private final TopicCatalog catalog;
  private final FactsTable facts;
  private final TableRecovery recovery;
  private final TableOrders orders;
  private final NextRecord nextRecord;

  /**
   * Connects to Kafka and opens the tables.
   *
   * @throws KafkaException when Kafka does not answer
   * @throws dev.mssqlcdc.lake.LakeException when the lake root cannot be used
   */
  public TableCommands(WriterSettings settings) {
    this.settings = settings;
    KernelTables tables = new KernelTables(settings.hadoop(), CommitterFactory.standard());
    BronzeTables bronze = new BronzeTables(settings.lake(), tables, settings.bronzeTypeWidening());
    SchemaClient registry = new SchemaClient(settings.registry());
    this.facts = new FactsTable(settings.lake(), tables, settings.compression());
    this.recovery = new TableRecovery(tables, bronze, facts);
    this.orders = new TableOrders(tables, bronze);
    this.nextRecord = new NextRecord(new RecordDecoder(registry, new RecordSchemas(registry)));
    this.catalog = new TopicCatalog(settings);
  }

  /**
   * Accepts what keeps a table from going on, or holds its verdict.
   *
   * @param table name of the bronze table
   * @return what was accepted; empty when there was nothing to accept
   * @throws TableStopException when the table stands still for another reason
   */
  public Optional<String> acceptGap(String table) {
    String name = topicName(table);
    TopicInfo info = info(name);
    Topic topic = info.topic(settings, name);
    Optional<GapException> gap = gap(topic, info);
    gap.ifPresent(found -> orders.accept(topic, found, WriterParts.nowMicros()));
    return gap.map(GapException::what);
  }

  /**
   * Pauses a table for all instances.
   *
   * @return false when it is paused already
   */
  public boolean pause(String table) {
    return orders.pause(topic(table), Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
  }

  /**
   * Resumes a table.
   *
   * @return false when it is not paused
   */
  public boolean resume(String table) {
    return orders.resume(topic(table));
  }

  private Optional<GapException> gap(Topic topic, TopicInfo info) {
    facts.refresh();
    TablePosition position;
    try {
      position = recovery.recover(topic, info.start(), info.end());
    } catch (GapException e) {
      return Optional.of(e);
    }
    if (position.accepted().isPresent()) {
      throw new TableStopException(
          "table %s: this gap is accepted already (%s); the writer goes on with the next record"
              .formatted(topic.table(), position.accepted().get().what()));
    }
    return position
        .heldGap()
        .or(() -> peek(position, info).flatMap(next -> nextRecord.gap(position, next)));
  }

  /** The record that the writer takes next. */
  private Optional<RawRecord> peek(TablePosition position, TopicInfo info) {
    TopicPartition partition = new TopicPartition(position.topic().name(), 0);
    if (position.bronze().isEmpty()) {
      return Optional.empty();
    }
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(KafkaSettings.consumer(settings))) {
      consumer.assign(List.of(partition));
      consumer.seek(partition, position.state().next());
      long limit = System.currentTimeMillis() + PEEK_LIMIT_MS;
      while (consumer.position(partition) < info.end()) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(500))) {
          return Optional.of(RawRecords.of(record, 0));
        }
        if (System.currentTimeMillis() > limit) {
          throw new KafkaException("topic " + partition.topic() + " cannot be read");
        }
      }
    }
    return Optional.empty();
  }

  private Topic topic(String table) {
    String name = topicName(table);
    return info(name).topic(settings, name);
  }

  private TopicInfo info(String topic) {
    return catalog.describe(Set.of(topic)).get(topic);
  }

  private String topicName(String table) {
    return settings
        .tableNames()
        .topic(table, catalog.names())
        .orElseThrow(
            () ->
                new TableStopException(
                    "table %s: no topic of '%s.' at %s has a table of that name"
                        .formatted(table, settings.topicPrefix(), settings.bootstrapServers())));
  }

  @Override
  public void close() {
    catalog.close();
  }
}
