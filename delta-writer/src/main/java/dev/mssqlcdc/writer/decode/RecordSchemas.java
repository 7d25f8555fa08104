package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.avro.RegistryException;
import dev.mssqlcdc.avro.SchemaClient;
import dev.mssqlcdc.avro.UndecodableException;
import dev.mssqlcdc.avro.WireFormat;
import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.writer.core.RawRecord;
import dev.mssqlcdc.writer.core.TableStopException;
import java.time.DateTimeException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;

/** Schemas of keys and values, taken apart once per id. For one thread. */
public final class RecordSchemas {

  private final SchemaClient registry;
  private final Map<Integer, ValueSchema> values = new HashMap<>();
  private final Map<Integer, List<String>> keys = new HashMap<>();
  // Of the record before: nearly always that of the next one too.
  private ValueSchema lastValue;
  private int lastValueId;
  private List<String> lastKey;
  private int lastKeyId;

  public RecordSchemas(SchemaClient registry) {
    this.registry = registry;
  }

  /**
   * The captured columns of a record's value; the same list for every record of one schema.
   *
   * @throws TableStopException when the record cannot be used
   * @throws RegistryException when the registry cannot be reached
   */
  public List<Column> columns(String topic, RawRecord record) {
    return value(topic, record).columns();
  }

  /**
   * Names of the source's key columns; empty for a record without a key.
   *
   * @throws TableStopException when the record cannot be used
   * @throws RegistryException when the registry cannot be reached
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
    return keys.computeIfAbsent(id, unknown -> keyColumns(registry.schema(unknown)));
  }

  ValueSchema value(String topic, RawRecord record) {
    byte[] payload =
        record
            .value()
            .orElseThrow(
                () ->
                    new TableStopException(
                        ("topic %s, partition 0, offset %d: the record has no value (a tombstone):"
                                + " the topic must have one writer, the connector")
                            .formatted(topic, record.offset())));
    if (lastValue == null || !WireFormat.isOf(payload, lastValueId)) {
      lastValue =
          guarded(topic, record, record.value(), () -> valueSchema(WireFormat.schemaId(payload)));
      lastValueId = WireFormat.schemaId(payload);
    }
    return lastValue;
  }

  private ValueSchema valueSchema(int id) {
    return values.computeIfAbsent(id, unknown -> new ValueSchema(registry.schema(unknown)));
  }

  /** Runs a step on a record and says of a failure where it was. */
  static <T> T guarded(String topic, RawRecord record, Optional<byte[]> payload, Supplier<T> step) {
    try {
      return step.get();
    } catch (RegistryException e) {
      if (e.retriable()) {
        throw e;
      }
      throw failed(topic, record, payload, e);
    } catch (UndecodableException
        | SchemaRefusedException
        | AvroRuntimeException
        | IllegalArgumentException
        | ClassCastException
        | ArithmeticException
        | DateTimeException e) {
      throw failed(topic, record, payload, e);
    }
  }

  private static TableStopException failed(
      String topic, RawRecord record, Optional<byte[]> payload, RuntimeException cause) {
    return new TableStopException(
        ("topic %s, partition 0, offset %d, schema id %s: the record cannot be decoded: %s."
                + " Nothing after it is read until that is mended")
            .formatted(topic, record.offset(), schemaId(payload), cause.getMessage()),
        cause);
  }

  private static String schemaId(Optional<byte[]> payload) {
    try {
      return payload.map(bytes -> Integer.toString(WireFormat.schemaId(bytes))).orElse("none");
    } catch (UndecodableException e) {
      return "none";
    }
  }

  private static List<String> keyColumns(Schema schema) {
    if (schema.getType() != Schema.Type.RECORD) {
      throw new SchemaRefusedException("the key is no record but a " + schema.getType().getName());
    }
    return schema.getFields().stream().map(FieldTypes::keyColumn).toList();
  }
}
