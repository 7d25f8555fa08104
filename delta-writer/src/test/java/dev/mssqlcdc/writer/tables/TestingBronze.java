package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.avro.RegistryConfig;
import dev.mssqlcdc.avro.SchemaClient;
import dev.mssqlcdc.writer.TestingLake;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.core.RawRecord;
import dev.mssqlcdc.writer.decode.RecordDecoder;
import dev.mssqlcdc.writer.decode.RecordSchemas;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import dev.mssqlcdc.writer.delta.Compression;
import dev.mssqlcdc.writer.delta.FileFormat;
import dev.mssqlcdc.writer.delta.KernelTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes one topic's records batch by batch, as the service does for it. */
final class TestingBronze {

  private final Topic topic;
  private final FactsTable facts;
  private final TableRecovery recovery;
  private final BatchWriter writer;
  private TablePosition position;
  private long offset;

  TestingBronze(TestingLake lake, String registryUrl, Topic topic) {
    this(lake, registryUrl, topic, false, Long.MAX_VALUE);
  }

  /**
   * @param typeWidening whether a new table's columns may be widened
   * @param fileBytes about how large its files may be
   */
  TestingBronze(
      TestingLake lake, String registryUrl, Topic topic, boolean typeWidening, long fileBytes) {
    this.topic = topic;
    SchemaClient registry = new SchemaClient(RegistryConfig.of(registryUrl).withoutRetries());
    KernelTables tables = new KernelTables(Map.of(), CommitterFactory.standard());
    BronzeTables bronze = new BronzeTables(lake.lake(), tables, typeWidening);
    RecordSchemas schemas = new RecordSchemas(registry);
    facts = new FactsTable(lake.lake(), tables, Compression.ZSTD);
    recovery = new TableRecovery(tables, bronze, facts);
    writer =
        new BatchWriter(
            tables,
            bronze,
            schemas,
            new RecordDecoder(registry, schemas),
            Optional.empty(),
            new FileFormat(Compression.ZSTD, fileBytes),
            () -> 1_900_000_000_000_000L);
  }

  /** Takes the table over. */
  TestingBronze open(long logStart, long logEnd) {
    facts.refresh();
    position = recovery.recover(topic, logStart, logEnd);
    offset = position.state().next();
    return this;
  }

  TestingBronze open() {
    return open(0, Long.MAX_VALUE);
  }

  TablePosition position() {
    return position;
  }

  /** Writes a batch, facts included. */
  Written write(TestingRecord... records) {
    Written written = writeBronzeOnly(records);
    facts.append(List.of(written.facts()));
    position = written.position();
    return written;
  }

  /** As if the process died before the facts. */
  Written writeBronzeOnly(TestingRecord... records) {
    List<RawRecord> batch = new ArrayList<>();
    for (TestingRecord record : records) {
      batch.add(record.at(offset++));
    }
    return writer.write(position, batch, offset);
  }
}
