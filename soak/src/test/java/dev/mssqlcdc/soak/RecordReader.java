package dev.mssqlcdc.soak;

import dev.mssqlcdc.avro.AvroDecoder;
import dev.mssqlcdc.avro.SchemaClient;
import dev.mssqlcdc.schemas.EventFields;
import dev.mssqlcdc.schemas.EventJson;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import dev.mssqlcdc.schemas.Wire;
import java.nio.ByteBuffer;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Decodes the records of the topics. */
final class RecordReader {

  private static final String PARAMETERS = "connect.parameters";
  private static final String NAME = "connect.name";
  private static final Conversions.DecimalConversion DECIMALS = new Conversions.DecimalConversion();
  private static final long MICROS = 1_000_000;

  private final AvroDecoder decoder;
  private final Map<Schema, Map<String, Schema.Field>> columns = new HashMap<>();

  RecordReader(SchemaClient schemas) {
    this.decoder = new AvroDecoder(schemas);
  }

  Arrived read(ConsumerRecord<byte[], byte[]> record) {
    GenericRecord value = decoder.decode(record.value());
    if (value.get(Fields.EVENT) instanceof GenericRecord event) {
      return told(record.offset(), value, event);
    }
    Optional<List<Object>> key =
        Optional.ofNullable(record.key()).map(bytes -> all(decoder.decode(bytes)));
    String instance = text(value, Fields.CAPTURE_INSTANCE);
    int operation = (Integer) value.get(Fields.OPERATION);
    if (operation == 0) {
      return new Arrived.SnapshotRow(
          record.offset(), instance, text(value, Fields.SNAPSHOT), key, values(value));
    }
    var position =
        new SourcePosition(
            lsn(value),
            (Integer) value.get(Fields.COMMAND_ID),
            Lsn.parse(text(value, Fields.SEQVAL)),
            operation);
    return new Arrived.Changed(record.offset(), instance, position, key, values(value));
  }

  private static Arrived told(long offset, GenericRecord value, GenericRecord event) {
    EventType type = EventType.of(text(event, EventFields.TYPE));
    Object rows = event.get(EventFields.ROWS);
    return new Arrived.Told(
        offset,
        text(value, Fields.CAPTURE_INSTANCE),
        lsn(value),
        EventJson.read(type, text(event, EventFields.DETAIL)),
        rows == null ? OptionalLong.empty() : OptionalLong.of((Long) rows));
  }

  private static Lsn lsn(GenericRecord value) {
    return Lsn.parse(text(value, Fields.START_LSN));
  }

  private static String text(GenericRecord record, String field) {
    return record.get(field).toString();
  }

  private static List<Object> all(GenericRecord key) {
    List<Object> values = new ArrayList<>();
    for (Schema.Field field : key.getSchema().getFields()) {
      values.add(comparable(type(field.schema()), key.get(field.pos())));
    }
    return values;
  }

  private Map<String, Object> values(GenericRecord record) {
    Map<String, Object> values = new HashMap<>();
    columns
        .computeIfAbsent(record.getSchema(), RecordReader::columns)
        .forEach(
            (name, field) ->
                values.put(name, comparable(type(field.schema()), record.get(field.pos()))));
    return values;
  }

  private static Map<String, Schema.Field> columns(Schema schema) {
    Map<String, Schema.Field> columns = new HashMap<>();
    for (Schema.Field field : schema.getFields()) {
      if (!Fields.WIRE.contains(field.name())) {
        columns.put(sourceName(field), field);
      }
    }
    return columns;
  }

  private static String sourceName(Schema.Field field) {
    if (type(field.schema()).getObjectProp(PARAMETERS) instanceof Map<?, ?> parameters
        && parameters.get(Wire.PARAM_COLUMN) instanceof String name) {
      return name;
    }
    throw new Violation("field " + field.name() + " does not say which column it is");
  }

  private static Schema type(Schema schema) {
    if (!schema.isUnion()) {
      return schema;
    }
    return schema.getTypes().stream()
        .filter(each -> each.getType() != Schema.Type.NULL)
        .findFirst()
        .orElseThrow();
  }

  private static Object comparable(Schema type, Object value) {
    if (value instanceof CharSequence text) {
      return text.toString();
    }
    if (value instanceof Integer number) {
      return number.longValue();
    }
    if (value instanceof Float number) {
      return number.doubleValue();
    }
    if (value instanceof Long micros && Wire.TYPE_MICRO_TIMESTAMP.equals(type.getProp(NAME))) {
      return LocalDateTime.ofEpochSecond(
          Math.floorDiv(micros, MICROS),
          (int) Math.floorMod(micros, MICROS) * 1_000,
          ZoneOffset.UTC);
    }
    if (value instanceof ByteBuffer bytes
        && LogicalTypes.fromSchemaIgnoreInvalid(type) instanceof LogicalTypes.Decimal decimal) {
      return DECIMALS.fromBytes(bytes, type, decimal);
    }
    return value;
  }
}
