package dev.mssqlcdc.writer.feed;

import dev.mssqlcdc.avro.RegistryConfig;
import dev.mssqlcdc.avro.SchemaClient;
import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.core.FlushLimits;
import dev.mssqlcdc.writer.core.Granularity;
import dev.mssqlcdc.writer.core.RawRecord;
import dev.mssqlcdc.writer.decode.RecordDecoder;
import dev.mssqlcdc.writer.decode.RecordSchemas;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import dev.mssqlcdc.writer.delta.Compression;
import dev.mssqlcdc.writer.delta.FileFormat;
import dev.mssqlcdc.writer.delta.KernelTables;
import dev.mssqlcdc.writer.metrics.TestingTimers;
import dev.mssqlcdc.writer.tables.BatchWriter;
import dev.mssqlcdc.writer.tables.BronzeTables;
import dev.mssqlcdc.writer.tables.ControlTable;
import dev.mssqlcdc.writer.tables.FactsTable;
import dev.mssqlcdc.writer.tables.TablePosition;
import dev.mssqlcdc.writer.tables.TableRecovery;
import dev.mssqlcdc.writer.tables.Topic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A writer without its consumer: what an instance does with topics given as lists. */
final class TestingInstance {

  private static final AtomicLong CLOCK = new AtomicLong(1_900_000_000_000_000L);

  private final FactsTable facts;
  private final TableRecovery recovery;
  private final FlushCycle cycle;
  private final int rows;
  private final Map<String, List<RawRecord>> topics;
  private final Map<String, TableFeed> feeds = new LinkedHashMap<>();

  /**
   * @param topics records by topic, with their offsets; a topic's table has the topic's name
   * @param rows limit of a batch
   */
  TestingInstance(
      Lake lake,
      CommitterFactory committers,
      String registryUrl,
      Map<String, List<RawRecord>> topics,
      int rows) {
    this.topics = topics;
    this.rows = rows;
    SchemaClient registry = new SchemaClient(RegistryConfig.of(registryUrl).withoutRetries());
    KernelTables tables = new KernelTables(Map.of(), committers);
    facts = new FactsTable(lake, tables, Compression.SNAPPY);
    ControlTable control = new ControlTable(lake, tables, Compression.SNAPPY, Granularity.MINUTE);
    BronzeTables bronze = new BronzeTables(lake, tables, false);
    RecordSchemas schemas = new RecordSchemas(registry);
    BatchWriter writer =
        new BatchWriter(
            tables,
            bronze,
            schemas,
            new RecordDecoder(registry, schemas),
            Optional.empty(),
            new FileFormat(Compression.SNAPPY, Long.MAX_VALUE),
            TestingInstance::now);
    cycle = new FlushCycle(writer, facts, control, TestingInstance::now, TestingTimers.unseen());
    recovery = new TableRecovery(tables, bronze, facts);
    topics
        .keySet()
        .forEach(
            topic ->
                feeds.put(
                    topic, new TableFeed(topic, new FlushLimits(rows, Long.MAX_VALUE, 0, 0), 0)));
  }

  // Time flies, so that what waits for its time waits for one cycle.
  private static long now() {
    return CLOCK.addAndGet(1_000_000);
  }

  static Topic topic(String name) {
    return new Topic(name, "id-of-" + name, "w", name);
  }

  /** Opens what is closed, reads all that follows, and runs one cycle. */
  void step() {
    for (TableFeed feed : feeds.values()) {
      if (!feed.isOpen()) {
        open(feed);
      }
    }
    cycle.run(feeds.values(), Long.MAX_VALUE);
  }

  private void open(TableFeed feed) {
    facts.refresh();
    List<RawRecord> records = topics.get(feed.topic());
    try {
      TablePosition position =
          recovery.recover(topic(feed.topic()), 0, records.get(records.size() - 1).offset() + 1);
      feed.open(position);
      cycle.opened(position);
      long next = position.state().next();
      records.stream().filter(record -> record.offset() >= next).forEach(feed::add);
    } catch (RuntimeException e) {
      feed.close(e, 0);
    }
  }

  /** Whether all is written, verdicts included. */
  boolean isDone() {
    return !cycle.hasWaitingVerdicts()
        && feeds.values().stream().allMatch(feed -> feed.isOpen() && feed.bufferedBytes() == 0);
  }

  /** Steps until all is written, but not for ever. */
  void runToEnd() {
    for (int i = 0; i < 1_000; i++) {
      step();
      if (isDone()) {
        return;
      }
    }
    throw new IllegalStateException("not done after 1000 cycles of " + rows + " rows");
  }

  /** Lists a topic's records with the given gap between their offsets. */
  static List<RawRecord> numbered(List<TestingRecord> records, int gap) {
    List<RawRecord> numbered = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      numbered.add(records.get(i).at((long) i * gap));
    }
    return numbered;
  }
}
