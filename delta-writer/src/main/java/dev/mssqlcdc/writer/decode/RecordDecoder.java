package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.avro.AvroDecoder;
import dev.mssqlcdc.avro.RegistryException;
import dev.mssqlcdc.avro.SchemaClient;
import dev.mssqlcdc.schemas.EventFields;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.schemas.SourcePosition;
import dev.mssqlcdc.writer.core.BadRecordException;
import dev.mssqlcdc.writer.core.Entry;
import dev.mssqlcdc.writer.core.Event;
import dev.mssqlcdc.writer.core.RawRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;

/** Decodes records with the schema that they were written with. For one thread. */
public final class RecordDecoder {

  private static final Schema METRICS = EventFields.metricsSchema();

  private final AvroDecoder decoder;
  private final RecordSchemas schemas;

  public RecordDecoder(SchemaClient registry, RecordSchemas schemas) {
    this.decoder = new AvroDecoder(registry);
    this.schemas = schemas;
  }

  /**
   * Decodes a record.
   *
   * @throws BadRecordException when it cannot be decoded, saying where it is
   * @throws RegistryException when the registry does not answer
   */
  public Decoded decode(String topic, RawRecord record) {
    ValueSchema schema = schemas.value(topic, record);
    return RecordSchemas.guarded(
        topic,
        record,
        record.value(),
        () -> {
          GenericRecord value = decoder.decode(record.value().orElseThrow());
          return new Decoded(entry(record.offset(), schema, value), schema, value);
        });
  }

  private static Entry entry(long offset, ValueSchema schema, GenericRecord value) {
    OptionalLong commitTs = number(schema.commitTs(value));
    if (schema.event(value) instanceof GenericRecord event) {
      return checked(
          new Entry.EventEntry(
              offset, text(schema.startLsn(value)).map(Lsn::parse), commitTs, event(event)));
    }
    Lsn lsn = Lsn.parse(required(schema.startLsn(value), "_start_lsn").toString());
    Operation operation =
        Operation.of(((Number) required(schema.operation(value), "_operation")).intValue());
    if (operation == Operation.SNAPSHOT) {
      return new Entry.SnapshotRow(
          offset,
          lsn,
          commitTs,
          required(schema.snapshot(value), "_snapshot").toString(),
          ((Number) required(schema.chunk(value), "_chunk")).intValue());
    }
    SourcePosition position =
        new SourcePosition(
            lsn,
            ((Number) required(schema.commandId(value), "_command_id")).intValue(),
            Lsn.parse(required(schema.seqval(value), "_seqval").toString()),
            operation.code());
    return new Entry.Change(offset, position, commitTs);
  }

  private static Entry.EventEntry checked(Entry.EventEntry entry) {
    entry.event().parsed();
    if (entry.event().is(EventType.PROGRESS)) {
      required(entry.lsn().orElse(null), "_start_lsn of a progress event");
    }
    return entry;
  }

  private static Event event(GenericRecord event) {
    return new Event(
        required(field(event, EventFields.ID), "event id").toString(),
        required(field(event, EventFields.TYPE), "event type").toString(),
        required(field(event, EventFields.DETAIL), "event detail").toString(),
        number(field(event, EventFields.ROWS)),
        number(field(event, EventFields.LOST_FROM_TS)),
        number(field(event, EventFields.LOST_TO_TS)),
        field(event, EventFields.METRICS) instanceof GenericRecord metrics
            ? metrics(metrics)
            : Map.of());
  }

  private static Map<String, Object> metrics(GenericRecord metrics) {
    Map<String, Object> values = new HashMap<>();
    for (Schema.Field field : METRICS.getFields()) {
      Object value = field(metrics, field.name());
      if (value != null) {
        values.put(field.name(), (Number) value);
      }
    }
    return values;
  }

  // A later connector may send fewer or more fields.
  private static Object field(GenericRecord record, String name) {
    return record.hasField(name) ? record.get(name) : null;
  }

  private static Object required(Object value, String what) {
    if (value == null) {
      throw new SchemaRefusedException(what + " is null");
    }
    return value;
  }

  private static OptionalLong number(Object value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(((Number) value).longValue());
  }

  private static Optional<String> text(Object value) {
    return Optional.ofNullable(value).map(Object::toString);
  }
}
