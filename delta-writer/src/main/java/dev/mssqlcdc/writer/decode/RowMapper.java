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

  /**
   * @param columns names of the table's columns, in order
   * @param batchId offset of the batch's last record
   */
  public RowMapper(String topic, List<String> columns, long batchId) {
    this.topic = topic;
    this.batchId = batchId;
    this.row = new Object[columns.size()];
    for (int i = 0; i < columns.size(); i++) {
      places.put(columns.get(i).toLowerCase(Locale.ROOT), i);
    }
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
    put(Fields.CAPTURE_INSTANCE, text(schema.captureInstance(value)));
    put(Fields.START_LSN, text(schema.startLsn(value)));
    put(Fields.SEQVAL, text(schema.seqval(value)));
    put(Fields.OPERATION, schema.operation(value));
    put(Fields.COMMAND_ID, schema.commandId(value));
    put(Fields.COMMIT_TS, schema.commitTs(value));
    put(Fields.SNAPSHOT, text(schema.snapshot(value)));
    put(Fields.CHUNK, schema.chunk(value));
    put(Fields.BATCH_ID, batchId);
    put(Fields.KAFKA_OFFSET, entry.offset());
    return row;
  }

  private int[] targets(ValueSchema schema) {
    return schema.captured().stream()
        .mapToInt(field -> places.get(field.column().name().toLowerCase(Locale.ROOT)))
        .toArray();
  }

  private void put(String column, Object value) {
    Integer place = places.get(column);
    if (place != null) {
      row[place] = value;
    }
  }

  private static Object text(Object value) {
    return value == null ? null : ValueConverter.TEXT.convert(value);
  }
}
