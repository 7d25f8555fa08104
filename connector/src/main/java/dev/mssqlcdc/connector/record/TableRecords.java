package dev.mssqlcdc.connector.record;

import dev.mssqlcdc.connector.core.Column;
import dev.mssqlcdc.connector.core.Event;
import dev.mssqlcdc.connector.core.FieldNames;
import dev.mssqlcdc.connector.core.ReadMetrics;
import dev.mssqlcdc.connector.core.RowLimit;
import dev.mssqlcdc.schemas.EventFields;
import dev.mssqlcdc.schemas.EventJson;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * Makes the records of one table as one capture instance sees it. Everything that depends on the
 * schema alone is looked up once, here; a row costs its values and nothing else. Used by one
 * thread.
 */
public final class TableRecords {

  private static final int EVENT_BYTES = 200;

  private final String instance;
  private final Schema valueSchema;
  private final Schema keySchema;
  private final Field[] columns;
  private final int[] keyIndexes;
  private final Field[] keyFields;
  private final Field captureInstance;
  private final Field startLsn;
  private final Field commitTs;
  private final Field operation;
  private final Field commandId;
  private final Field seqval;
  private final Field snapshot;
  private final Field chunk;
  private final Field event;
  private Lsn lastLsn = Lsn.ZERO;
  private String lastLsnText = Lsn.ZERO.toString();

  /**
   * @param topic the table's topic, from which the schemas take their names
   * @param instance the capture instance
   * @param columns in the order in which rows bring their values
   * @param key columns of the key, each also one of {@code columns}; empty for a keyless table
   * @param absent columns that are always null
   */
  public TableRecords(
      String topic, String instance, List<Column> columns, List<Column> key, List<Column> absent) {
    this.instance = instance;
    this.valueSchema =
        valueSchema(topic, Stream.concat(columns.stream(), absent.stream()).toList());
    this.keySchema = keySchema(topic, key);
    this.columns = columns.stream().map(c -> valueSchema.field(c.field())).toArray(Field[]::new);
    this.keyIndexes = key.stream().mapToInt(columns::indexOf).toArray();
    this.keyFields = key.stream().map(c -> keySchema.field(c.field())).toArray(Field[]::new);
    this.captureInstance = valueSchema.field(Fields.CAPTURE_INSTANCE);
    this.startLsn = valueSchema.field(Fields.START_LSN);
    this.commitTs = valueSchema.field(Fields.COMMIT_TS);
    this.operation = valueSchema.field(Fields.OPERATION);
    this.commandId = valueSchema.field(Fields.COMMAND_ID);
    this.seqval = valueSchema.field(Fields.SEQVAL);
    this.snapshot = valueSchema.field(Fields.SNAPSHOT);
    this.chunk = valueSchema.field(Fields.CHUNK);
    this.event = valueSchema.field(Fields.EVENT);
  }

  private static Schema valueSchema(String topic, List<Column> columns) {
    SchemaBuilder builder =
        SchemaBuilder.struct()
            .name(FieldNames.avroFullName(topic) + ".Value")
            .field(Fields.CAPTURE_INSTANCE, Schema.STRING_SCHEMA)
            .field(Fields.START_LSN, Schema.STRING_SCHEMA)
            .field(Fields.COMMIT_TS, Schema.INT64_SCHEMA)
            .field(Fields.OPERATION, Schema.OPTIONAL_INT32_SCHEMA)
            .field(Fields.COMMAND_ID, Schema.OPTIONAL_INT32_SCHEMA)
            .field(Fields.SEQVAL, Schema.OPTIONAL_STRING_SCHEMA)
            .field(Fields.SNAPSHOT, Schema.OPTIONAL_STRING_SCHEMA)
            .field(Fields.CHUNK, Schema.OPTIONAL_INT32_SCHEMA)
            .field(Fields.EVENT, EventSchemas.EVENT);
    columns.forEach(column -> builder.field(column.field(), ColumnSchemas.of(column, true)));
    return builder.build();
  }

  private static Schema keySchema(String topic, List<Column> key) {
    SchemaBuilder builder = SchemaBuilder.struct().name(FieldNames.avroFullName(topic) + ".Key");
    key.forEach(column -> builder.field(column.field(), ColumnSchemas.of(column, false)));
    return builder.build();
  }

  /** A row of the change table. */
  public WireRecord change(Object[] values, SourcePosition position, long time) {
    Struct value = row(values, position.startLsn(), time);
    value.put(operation, position.operation());
    value.put(commandId, position.commandId());
    value.put(seqval, position.seqval().toString());
    return new WireRecord(key(values), value, null, RowLimit.inMemory(values));
  }

  /** A row of the table, read by a snapshot. */
  public WireRecord snapshotRow(
      Object[] values, String snapshotId, int chunkNumber, Lsn stamp, long time) {
    Struct value = row(values, stamp, time);
    value.put(operation, Operation.SNAPSHOT.code());
    value.put(snapshot, snapshotId);
    value.put(chunk, chunkNumber);
    return new WireRecord(key(values), value, null, RowLimit.inMemory(values));
  }

  private Struct row(Object[] values, Lsn lsn, long time) {
    Struct value = head(lsn, time);
    for (int i = 0; i < columns.length; i++) {
      if (values[i] != null) {
        value.put(columns[i], values[i]);
      }
    }
    return value;
  }

  private Struct head(Lsn lsn, long time) {
    if (!lsn.equals(lastLsn)) {
      lastLsn = lsn;
      lastLsnText = lsn.toString();
    }
    return new Struct(valueSchema)
        .put(captureInstance, instance)
        .put(startLsn, lastLsnText)
        .put(commitTs, time);
  }

  private Struct key(Object[] values) {
    if (keyFields.length == 0) {
      return null;
    }
    var key = new Struct(keySchema);
    for (int i = 0; i < keyFields.length; i++) {
      key.put(keyFields[i], values[keyIndexes[i]]);
    }
    return key;
  }

  /** An event of the table. */
  public WireRecord event(Event occurred) {
    String type = occurred.detail().type().wireName();
    var struct =
        new Struct(EventSchemas.EVENT)
            .put(EventFields.ID, occurred.id())
            .put(EventFields.TYPE, type)
            .put(EventFields.DETAIL, EventJson.write(occurred.detail()));
    if (occurred.rows().isPresent()) {
      struct.put(EventFields.ROWS, occurred.rows().getAsLong());
    }
    occurred
        .gap()
        .ifPresent(
            gap ->
                struct
                    .put(EventFields.LOST_FROM_TS, gap.fromTs())
                    .put(EventFields.LOST_TO_TS, gap.toTs()));
    occurred.metrics().ifPresent(m -> struct.put(EventFields.METRICS, metrics(m)));
    Struct value = head(occurred.lsn(), occurred.commitTs()).put(event, struct);
    return new WireRecord(null, value, type, EVENT_BYTES);
  }

  private static Struct metrics(ReadMetrics metrics) {
    var struct = new Struct(EventSchemas.METRICS);
    metrics.retentionWatermarkTs().ifPresent(ts -> struct.put("retention_watermark_ts", ts));
    metrics
        .retentionHeadroomHours()
        .ifPresent(hours -> struct.put("retention_headroom_hours", hours));
    return struct
        .put("source_rtt_ms", metrics.sourceRttMillis())
        .put("read_seconds", metrics.readSeconds())
        .put("read_mb", metrics.readMegabytes())
        .put("source_max_commit_ts", metrics.sourceMaxCommitTs())
        .put("capture_lag_seconds", metrics.captureLagSeconds())
        .put("ingestion_lag_seconds", metrics.ingestionLagSeconds());
  }
}
