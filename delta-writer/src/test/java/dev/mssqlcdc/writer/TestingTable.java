package dev.mssqlcdc.writer;

import dev.mssqlcdc.avro.AvroConverter;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventFields;
import dev.mssqlcdc.schemas.EventJson;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.schemas.Wire;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** Records of one source table, as the connector and our converter write them. */
public final class TestingTable {

  private static final Schema EVENT =
      SchemaBuilder.struct()
          .name(Wire.EVENT_SCHEMA)
          .optional()
          .field(EventFields.ID, Schema.STRING_SCHEMA)
          .field(EventFields.TYPE, Schema.STRING_SCHEMA)
          .field(EventFields.DETAIL, Schema.STRING_SCHEMA)
          .field(EventFields.ROWS, Schema.OPTIONAL_INT64_SCHEMA)
          .field(EventFields.LOST_FROM_TS, Schema.OPTIONAL_INT64_SCHEMA)
          .field(EventFields.LOST_TO_TS, Schema.OPTIONAL_INT64_SCHEMA)
          .field(
              EventFields.METRICS,
              SchemaBuilder.struct()
                  .name(Wire.METRICS_SCHEMA)
                  .optional()
                  .field("source_rtt_ms", Schema.OPTIONAL_FLOAT64_SCHEMA)
                  .field("retention_watermark_ts", Schema.OPTIONAL_INT64_SCHEMA)
                  .field("retention_headroom_hours", Schema.OPTIONAL_FLOAT64_SCHEMA)
                  .field("capture_lag_seconds", Schema.OPTIONAL_FLOAT64_SCHEMA)
                  .field("ingestion_lag_seconds", Schema.OPTIONAL_FLOAT64_SCHEMA)
                  .build())
          .build();

  private final String topic;
  private final AvroConverter keys = new AvroConverter();
  private final AvroConverter values = new AvroConverter();
  private final Map<String, Schema> columns = new LinkedHashMap<>();
  private Optional<Schema> key;
  private Schema value;

  /** A table with an int key {@code id}. */
  public TestingTable(String topic, String registryUrl) {
    this.topic = topic;
    keys.configure(Map.of("schema.registry.url", registryUrl), true);
    values.configure(Map.of("schema.registry.url", registryUrl), false);
    column("id", "id", "int", SchemaBuilder.int32());
    key(new String[] {"id"});
  }

  public String topic() {
    return topic;
  }

  /** Adds a column, or replaces one. */
  public TestingTable column(String field, String name, String type, SchemaBuilder schema) {
    columns.put(
        field,
        schema
            .optional()
            .parameter(Wire.PARAM_COLUMN, name)
            .parameter(Wire.PARAM_TYPE, type)
            .parameter(Wire.PARAM_COLUMN_ID, Integer.toString(columns.size() + 1))
            .build());
    value = valueSchema();
    return this;
  }

  /** Takes a column away. */
  public TestingTable drop(String field) {
    columns.remove(field);
    value = valueSchema();
    return this;
  }

  /** Adds a column as a converter writes it that drops schema parameters. */
  public TestingTable columnWithoutParameters(String field, SchemaBuilder schema) {
    columns.put(field, schema.optional().build());
    value = valueSchema();
    return this;
  }

  /** Makes other columns the key; none for a keyless table. */
  public TestingTable key(String... fields) {
    if (fields.length == 0) {
      key = Optional.empty();
      return this;
    }
    SchemaBuilder builder = SchemaBuilder.struct().name(topic + ".Key");
    for (String field : fields) {
      Schema column = columns.get(field);
      builder.field(
          field,
          new SchemaBuilder(column.type())
              .name(column.name())
              .parameters(column.parameters())
              .build());
    }
    key = Optional.of(builder.build());
    return this;
  }

  private Schema valueSchema() {
    SchemaBuilder builder =
        SchemaBuilder.struct()
            .name(topic + ".Value")
            .field(Fields.CAPTURE_INSTANCE, Schema.OPTIONAL_STRING_SCHEMA)
            .field(Fields.START_LSN, Schema.OPTIONAL_STRING_SCHEMA)
            .field(Fields.COMMIT_TS, Schema.OPTIONAL_INT64_SCHEMA)
            .field(Fields.OPERATION, Schema.OPTIONAL_INT32_SCHEMA)
            .field(Fields.COMMAND_ID, Schema.OPTIONAL_INT32_SCHEMA)
            .field(Fields.SEQVAL, Schema.OPTIONAL_STRING_SCHEMA)
            .field(Fields.SNAPSHOT, Schema.OPTIONAL_STRING_SCHEMA)
            .field(Fields.CHUNK, Schema.OPTIONAL_INT32_SCHEMA)
            .field(Fields.EVENT, EVENT);
    columns.forEach(builder::field);
    return builder.build();
  }

  /** The LSN with a number; its commit time is that many seconds after an hour began. */
  public static Lsn lsn(long number) {
    return new Lsn(0, number);
  }

  public static long commitTs(long lsn) {
    return 1_800_000_000_000_000L + lsn * 1_000_000;
  }

  /** A change row; the {@code row} th of its commit. */
  public TestingRecord change(
      long lsn, int row, Operation operation, Map<String, Object> columnValues) {
    Struct struct = row(lsn, operation, columnValues);
    struct.put(Fields.COMMAND_ID, row).put(Fields.SEQVAL, lsn(lsn * 1000 + row).toString());
    return record(struct, columnValues);
  }

  public TestingRecord snapshotRow(
      long lsn, String snapshot, int chunk, Map<String, Object> columnValues) {
    Struct struct = row(lsn, Operation.SNAPSHOT, columnValues);
    struct.put(Fields.SNAPSHOT, snapshot).put(Fields.CHUNK, chunk);
    return record(struct, columnValues);
  }

  /** A progress event from the end of the one before. */
  public TestingRecord progress(Long from, long to, long rows) {
    return progress(from, to, rows, "srv", "shop");
  }

  public TestingRecord progress(Long from, long to, long rows, String server, String database) {
    String start = from == null ? null : lsn(from).toString();
    return event(
        "progress-" + from + "-" + to,
        to,
        new EventDetail.Progress(start, null, server, database),
        rows);
  }

  /** The first progress event of a stream that the connector began anew above an LSN. */
  public TestingRecord restarted(long start, long to) {
    return event(
        "progress-restarted-" + to,
        to,
        new EventDetail.Progress(null, lsn(start).toString(), "srv", "shop"),
        0L);
  }

  public TestingRecord event(String id, long lsn, EventDetail detail, Long rows) {
    return event(id, lsn, detail.type().wireName(), EventJson.write(detail), rows);
  }

  /** An event whose detail may be anything. */
  public TestingRecord rawEvent(String type, long lsn, String detail) {
    return event("raw", lsn, type, detail, null);
  }

  private TestingRecord event(String id, long lsn, String type, String detail, Long rows) {
    Struct metrics =
        new Struct(EVENT.field(EventFields.METRICS).schema())
            .put("source_rtt_ms", 1.5)
            .put("retention_headroom_hours", 71.5)
            .put("capture_lag_seconds", 2.0)
            .put("ingestion_lag_seconds", 3.5);
    Struct event =
        new Struct(EVENT)
            .put(EventFields.ID, id)
            .put(EventFields.TYPE, type)
            .put(EventFields.DETAIL, detail)
            .put(EventFields.ROWS, rows)
            .put(EventFields.METRICS, metrics);
    Struct struct =
        new Struct(value)
            .put(Fields.START_LSN, lsn(lsn).toString())
            .put(Fields.COMMIT_TS, commitTs(lsn))
            .put(Fields.EVENT, event);
    return new TestingRecord(null, values.fromConnectData(topic, value, struct), Optional.of(type));
  }

  private Struct row(long lsn, Operation operation, Map<String, Object> columnValues) {
    Struct struct =
        new Struct(value)
            .put(Fields.CAPTURE_INSTANCE, "dbo_items")
            .put(Fields.START_LSN, lsn(lsn).toString())
            .put(Fields.COMMIT_TS, commitTs(lsn))
            .put(Fields.OPERATION, operation.code());
    columnValues.forEach(struct::put);
    return struct;
  }

  private TestingRecord record(Struct struct, Map<String, Object> columnValues) {
    byte[] keyBytes = null;
    if (key.isPresent()) {
      Struct keyStruct = new Struct(key.get());
      key.get().fields().forEach(field -> keyStruct.put(field, columnValues.get(field.name())));
      keyBytes = keys.fromConnectData(topic, key.get(), keyStruct);
    }
    return new TestingRecord(
        keyBytes, values.fromConnectData(topic, value, struct), Optional.empty());
  }
}
