package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.writer.core.Entry;
import dev.mssqlcdc.writer.core.RawRecord;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;

/** Lays decoded rows out as the columns of one table. For one thread; the row is reused. */
public final class RowMapper {

  private final String topic;
  private final long batchId;
  private final Map<String, Integer> places = new HashMap<>();
  private final Map<ValueSchema, int[]> targets = new HashMap<>();
  private final Object[] row;
  private final int captureInstance;
  private final int startLsn;
  private final int seqval;
  private final int operation;
  private final int commandId;
  private final int commitTs;
  private final int snapshot;
  private final int chunk;
  private final int batch;
  private final int kafkaOffset;

  /**
   * @param columns names of a bronze table's columns, in order
   * @param batchId offset of the batch's last record
   */
  public RowMapper(String topic, List<String> columns, long batchId) {
    this.topic = topic;
    this.batchId = batchId;
    this.row = new Object[columns.size()];
    for (int i = 0; i < columns.size(); i++) {
      places.put(columns.get(i).toLowerCase(Locale.ROOT), i);
    }
    captureInstance = place(Fields.CAPTURE_INSTANCE);
    startLsn = place(Fields.START_LSN);
    seqval = place(Fields.SEQVAL);
    operation = place(Fields.OPERATION);
    commandId = place(Fields.COMMAND_ID);
    commitTs = place(Fields.COMMIT_TS);
    snapshot = place(Fields.SNAPSHOT);
    chunk = place(Fields.CHUNK);
    batch = place(Fields.BATCH_ID);
    kafkaOffset = place(Fields.KAFKA_OFFSET);
  }

  /**
   * The row, valid until the next call.
   *
   * @throws dev.mssqlcdc.writer.core.TableStopException when a value is not what its type says
   */
  public Object[] row(RawRecord record, Decoded decoded) {
    return RecordSchemas.guarded(topic, record, record.value(), () -> filled(decoded));
  }

  private Object[] filled(Decoded decoded) {
    Arrays.fill(row, null);
    ValueSchema schema = decoded.schema();
    GenericRecord value = decoded.value();
    Entry entry = decoded.entry();
    int[] target = targets.computeIfAbsent(schema, this::targets);
    List<CapturedField> fields = schema.captured();
    for (int i = 0; i < target.length; i++) {
      CapturedField field = fields.get(i);
      Object raw = value.get(field.position());
      row[target[i]] = raw == null ? null : field.converter().convert(raw);
    }
    row[captureInstance] = text(schema.captureInstance(value));
    row[startLsn] = text(schema.startLsn(value));
    row[seqval] = text(schema.seqval(value));
    row[operation] = schema.operation(value);
    row[commandId] = schema.commandId(value);
    row[commitTs] = schema.commitTs(value);
    row[snapshot] = text(schema.snapshot(value));
    row[chunk] = schema.chunk(value);
    row[batch] = batchId;
    row[kafkaOffset] = entry.offset();
    return row;
  }

  private int[] targets(ValueSchema schema) {
    return schema.captured().stream().mapToInt(field -> place(field.column().name())).toArray();
  }

  private int place(String column) {
    return places.get(column.toLowerCase(Locale.ROOT));
  }

  private static Object text(Object value) {
    return value == null ? null : ValueConverter.TEXT.convert(value);
  }
}
