package dev.mssqlcdc.connector;

import dev.mssqlcdc.connector.config.ConnectorSettings;
import dev.mssqlcdc.connector.core.ReadSettings;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.connector.core.TableOffset;
import dev.mssqlcdc.connector.core.TopicNames;
import dev.mssqlcdc.connector.engine.Emission;
import dev.mssqlcdc.connector.engine.HandoverQueue;
import dev.mssqlcdc.connector.engine.Reader;
import dev.mssqlcdc.connector.engine.TableChannel;
import dev.mssqlcdc.connector.engine.TransactionBoundaries;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.connector.metrics.TableBeans;
import dev.mssqlcdc.connector.metrics.WorkerMetrics;
import dev.mssqlcdc.connector.record.HandedRecord;
import dev.mssqlcdc.schemas.Wire;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.apache.kafka.connect.source.TransactionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Streams the tables that the connector gave to it. */
public final class SqlServerCdcSourceTask extends SourceTask {

  private static final Logger LOG = LoggerFactory.getLogger(SqlServerCdcSourceTask.class);

  private int batchSize;
  private long pollMillis;
  private HandoverQueue<Emission> queue;
  private TransactionBoundaries boundaries;
  private volatile Reader reader;
  private TableBeans beans;
  private SignalFeed signals;

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public void start(Map<String, String> properties) {
    var settings = new ConnectorSettings(properties);
    batchSize = settings.batchSize();
    pollMillis = settings.pollMillis();
    boundaries = new TransactionBoundaries(settings.transactionRecords());
    queue = new HandoverQueue<>(settings.queueSize(), settings.queueBytes());
    List<TableChannel> channels = channels(settings);
    signals = SignalFeed.open(properties, settings.topicPrefix(), channels);
    reader =
        new Reader(
            "mssql-cdc-reader-" + settings.topicPrefix(),
            Source.with(settings.connection()),
            readSettings(settings),
            channels,
            this::storedOffsets,
            signals.source(),
            queue);
    beans = TableBeans.register(settings.topicPrefix(), channels, queue, WorkerMetrics.of(context));
    LOG.info("Reading {} tables of {}", channels.size(), settings.database());
    reader.start();
  }

  private static ReadSettings readSettings(ConnectorSettings settings) {
    return new ReadSettings(
        settings.server(),
        settings.database(),
        settings.zone(),
        settings.snapshot(),
        settings.pollMillis(),
        settings.progressMillis(),
        settings.commitsPerRange(),
        Math.min(settings.batchSize(), settings.queueSize()),
        settings.readConnections(),
        settings.maxRetries(),
        settings.rowLimit(),
        settings.filter(),
        settings.loss(),
        settings.failsOnDdl(),
        settings.compatibility());
  }

  /** Asked from the reader's thread, which the worker's own offset reader allows. */
  private Map<TableChannel, TableOffset> storedOffsets(Collection<TableChannel> channels) {
    Map<TableChannel, TableOffset> stored = new HashMap<>();
    try {
      Map<Map<String, String>, Map<String, Object>> offsets =
          context
              .offsetStorageReader()
              .offsets(channels.stream().map(TableChannel::partition).toList());
      for (TableChannel channel : channels) {
        stored(channel.table(), offsets.get(channel.partition()))
            .ifPresent(offset -> stored.put(channel, offset));
      }
    } catch (ConnectException e) {
      LOG.warn("Stored offsets cannot be read now; old capture instances stay unreleased", e);
    }
    return stored;
  }

  private List<TableChannel> channels(ConnectorSettings settings) {
    Map<TableId, Map<String, String>> partitions = new LinkedHashMap<>();
    for (TableId table : settings.taskTables()) {
      partitions.put(table, SourcePartition.of(settings.topicPrefix(), table));
    }
    Map<Map<String, String>, Map<String, Object>> offsets =
        context.offsetStorageReader().offsets(partitions.values());
    List<TableChannel> channels = new ArrayList<>();
    partitions.forEach(
        (table, partition) ->
            channels.add(
                new TableChannel(
                    table,
                    TopicNames.topic(settings.topicPrefix(), table),
                    partition,
                    stored(table, offsets.get(partition)))));
    return channels;
  }

  private static Optional<TableOffset> stored(TableId table, Map<String, Object> offset) {
    try {
      return Optional.ofNullable(offset).map(TableOffset::parse);
    } catch (IllegalArgumentException e) {
      throw new ConnectException(
          "The stored offset of table "
              + table
              + " cannot be read; remove it through the connector's /offsets to start the table anew. "
              + e.getMessage(),
          e);
    }
  }

  @Override
  public List<SourceRecord> poll() throws InterruptedException {
    List<Emission> batch;
    try {
      batch = queue.take(batchSize, pollMillis);
    } catch (SourceException e) {
      throw new ConnectException(e.getMessage() + ". What to do: " + e.remedy(), e);
    }
    if (batch.isEmpty()) {
      return endOverdueTransaction() ? List.of() : null;
    }
    List<SourceRecord> records = new ArrayList<>(batch.size());
    for (Emission emission : batch) {
      records.add(toRecord(emission));
    }
    endTransaction(batch, records);
    return records;
  }

  private void endTransaction(List<Emission> batch, List<SourceRecord> records) {
    TransactionContext transaction = context.transactionContext();
    if (transaction != null) {
      boundaries
          .end(batch, System.nanoTime())
          .ifPresent(last -> transaction.commitTransaction(records.get(last)));
    }
  }

  /** An empty list, unlike none at all, makes the worker look at what was asked of it. */
  private boolean endOverdueTransaction() {
    TransactionContext transaction = context.transactionContext();
    boolean overdue = transaction != null && boundaries.isOverdue(System.nanoTime());
    if (overdue) {
      transaction.commitTransaction();
    }
    return overdue;
  }

  private static SourceRecord toRecord(Emission emission) {
    var channel = emission.channel();
    var contents = emission.record();
    var record =
        new HandedRecord(
            channel.partition(),
            channel.advance(emission.change()),
            channel.topic(),
            contents.key(),
            contents.value());
    if (contents.eventType() != null) {
      record.headers().addString(Wire.HEADER_EVENT, contents.eventType());
    }
    return record;
  }

  @Override
  public void stop() {
    if (beans != null) {
      beans.close();
    }
    if (signals != null) {
      signals.close();
    }
    Reader running = reader;
    if (running != null) {
      try {
        running.stop();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
