package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.avro.NoSuchSchemaException;
import dev.mssqlcdc.avro.RegistryException;
import dev.mssqlcdc.avro.SchemaClient;
import dev.mssqlcdc.avro.UndecodableException;
import dev.mssqlcdc.avro.WireFormat;
import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.writer.core.BadRecordException;
import dev.mssqlcdc.writer.core.RawRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.avro.Schema;

/** Schemas of keys and values, taken apart once per id. For one thread. */
public final class RecordSchemas {

  private static final String NO_SCHEMA = "none";
  // Records of one unknown schema come in numbers; a schema that was late may be there the next
  // time.
  private static final long UNKNOWN_MS = 10_000;
  private static final int UNKNOWN_IDS = 1_000;

  private final SchemaClient registry;
  private final Map<Integer, ValueSchema> values = new HashMap<>();
  private final Map<Integer, List<String>> keys = new HashMap<>();
  // Of the record before: nearly always that of the next one too.
  private ValueSchema lastValue;
  private int lastValueId;
  private List<String> lastKey;
  private int lastKeyId;
  private final Map<Integer, Unknown> unknown = new HashMap<>();

  public RecordSchemas(SchemaClient registry) {
    this.registry = registry;
  }

  /**
   * The captured columns of a record's value; the same list for every record of one schema.
   *
   * @throws BadRecordException when the record cannot be used
   * @throws RegistryException when the registry does not answer
   */
  public List<Column> columns(String topic, RawRecord record) {
    return value(topic, record).columns();
  }

  /**
   * Names of the source's key columns; empty for a record without a key.
   *
   * @throws BadRecordException when the record cannot be used
   * @throws RegistryException when the registry does not answer
   */
  public List<String> keyColumns(String topic, RawRecord record) {
    Optional<byte[]> key = record.key();
    if (key.isEmpty()) {
      return List.of();
    }
    if (lastKey == null || !WireFormat.isOf(key.get(), lastKeyId)) {
      lastKey = guarded(topic, record, key, () -> keyColumns(WireFormat.schemaId(key.get())));
      lastKeyId = WireFormat.schemaId(key.get());
    }
    return lastKey;
  }

  private List<String> keyColumns(int id) {
    return keys.computeIfAbsent(id, missing -> keyColumns(schema(missing)));
  }

  ValueSchema value(String topic, RawRecord record) {
    byte[] payload =
        record
            .value()
            .orElseThrow(
                () ->
                    new BadRecordException(
                        topic,
                        record.offset(),
                        NO_SCHEMA,
                        "it has no value (a tombstone): the topic must have one writer, the connector",
                        null));
    if (lastValue == null || !WireFormat.isOf(payload, lastValueId)) {
      lastValue =
          guarded(topic, record, record.value(), () -> valueSchema(WireFormat.schemaId(payload)));
      lastValueId = WireFormat.schemaId(payload);
    }
    return lastValue;
  }

  private ValueSchema valueSchema(int id) {
    return values.computeIfAbsent(id, missing -> new ValueSchema(schema(missing)));
  }

  /**
   * Runs a step on a record and says of a failure where it was. Whatever a damaged record makes the
   * decoder throw is that record's fault; a registry that does not answer is not.
   */
  static <T> T guarded(String topic, RawRecord record, Optional<byte[]> payload, Supplier<T> step) {
    try {
      return step.get();
    } catch (NoSuchSchemaException e) {
      throw failed(topic, record, payload, e);
    } catch (RegistryException e) {
      throw e;
    } catch (RuntimeException e) {
      throw failed(topic, record, payload, e);
    }
  }

  private record Unknown(NoSuchSchemaException answer, long until) {}

  private Schema schema(int id) {
    long now = System.currentTimeMillis();
    Unknown known = unknown.get(id);
    if (known != null && known.until() > now) {
      throw known.answer();
    }
    try {
      return registry.schema(id);
    } catch (NoSuchSchemaException e) {
      if (unknown.size() >= UNKNOWN_IDS) {
        unknown.clear();
      }
      unknown.put(id, new Unknown(e, now + UNKNOWN_MS));
      throw e;
    }
  }

  private static BadRecordException failed(
      String topic, RawRecord record, Optional<byte[]> payload, RuntimeException cause) {
    String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return new BadRecordException(topic, record.offset(), schemaId(payload), reason, cause);
  }

  private static String schemaId(Optional<byte[]> payload) {
    try {
      return payload.map(bytes -> Integer.toString(WireFormat.schemaId(bytes))).orElse(NO_SCHEMA);
    } catch (UndecodableException e) {
      return NO_SCHEMA;
    }
  }

  private static List<String> keyColumns(Schema schema) {
    if (schema.getType() != Schema.Type.RECORD) {
      throw new SchemaRefusedException("the key is no record but a " + schema.getType().getName());
    }
    return schema.getFields().stream().map(FieldTypes::keyColumn).toList();
  }
}
