package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.schemas.EventFields;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.writer.core.Entry;
import dev.mssqlcdc.writer.core.Event;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;

/** Takes events apart. */
final class EventDecoder {

  private static final Schema METRICS = EventFields.metricsSchema();

  private EventDecoder() {}

  static Entry entry(long offset, GenericRecord value) {
    Object event = required(value.get(Fields.EVENT), Fields.EVENT);
    return checked(
        new Entry.EventEntry(
            offset,
            text(value.get(Fields.START_LSN)).map(Lsn::parse),
            number(value.get(Fields.COMMIT_TS)),
            event((GenericRecord) event)));
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
