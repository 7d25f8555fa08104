package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.avro.Retries;
import dev.mssqlcdc.avro.SchemaClient;
import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.writer.core.Granularity;
import dev.mssqlcdc.writer.decode.RecordDecoder;
import dev.mssqlcdc.writer.decode.RecordSchemas;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import dev.mssqlcdc.writer.delta.Compression;
import dev.mssqlcdc.writer.delta.KernelTables;
import dev.mssqlcdc.writer.feed.FlushCycle;
import dev.mssqlcdc.writer.metrics.StepTimers;
import dev.mssqlcdc.writer.settings.WriterSettings;
import dev.mssqlcdc.writer.tables.BatchWriter;
import dev.mssqlcdc.writer.tables.BronzeTables;
import dev.mssqlcdc.writer.tables.ControlTable;
import dev.mssqlcdc.writer.tables.FactsTable;
import dev.mssqlcdc.writer.tables.TableRecovery;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** What the service is made of, wired. */
record WriterParts(FlushCycle cycle, FactsTable facts, TableRecovery recovery, StepTimers timers) {

  // The registry is tried again by the feed that needs it; the others must not wait meanwhile.
  private static final Retries REGISTRY_PATIENCE =
      new Retries(3, Duration.ofMillis(250), Duration.ofSeconds(1));

  static WriterParts standard(WriterSettings settings, StepTimers timers) {
    SchemaClient registry = new SchemaClient(settings.registry().retrying(REGISTRY_PATIENCE));
    registry.check();
    return of(settings, registry, CommitterFactory.standard(), timers);
  }

  static WriterParts of(
      WriterSettings settings,
      SchemaClient registry,
      CommitterFactory committers,
      StepTimers timers) {
    Lake lake = settings.lake();
    Compression compression = settings.compression();
    Granularity granularity = settings.granularity();
    try {
      KernelTables tables = new KernelTables(settings.hadoop(), committers);
      FactsTable facts = new FactsTable(lake, tables, compression);
      ControlTable control = new ControlTable(lake, tables, compression, granularity);
      BronzeTables bronze = new BronzeTables(lake, tables, settings.bronzeTypeWidening());
      RecordSchemas schemas = new RecordSchemas(registry);
      BatchWriter writer =
          new BatchWriter(
              tables,
              bronze,
              schemas,
              new RecordDecoder(registry, schemas),
              settings.deadLetterTopic().map(topic -> new DeadLetterTopic(settings, topic)),
              settings.bronzeFiles(),
              WriterParts::nowMicros);
      return new WriterParts(
          new FlushCycle(writer, facts, control, WriterParts::nowMicros, timers),
          facts,
          new TableRecovery(tables, bronze, facts),
          timers);
    } catch (LakeException e) {
      throw new LakeException(
          "lake.root '%s' cannot be used: %s; check the path and the permission to write there"
              .formatted(lake.root(), e.getMessage()),
          e);
    }
  }

  static long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }
}
