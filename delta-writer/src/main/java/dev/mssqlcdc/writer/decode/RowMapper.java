package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.writer.core.Entry;
import dev.mssqlcdc.writer.core.RawRecord;
import dev.mssqlcdc.writer.core.Widening;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.avro.generic.GenericRecord;

/** Lays decoded rows out as the columns of one table. For one thread; the row is reused. */
public final class RowMapper {

  private final String topic;
  private final long batchId;
  private final List<Column> columns;
  private final Map<String, Integer> places = new HashMap<>();
  private final Map<ValueSchema, List<Target>> targets = new HashMap<>();
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
   * @param columns of a bronze table, in order
   * @param batchId offset of the batch's last record
   */
  public RowMapper(String topic, List<Column> columns, long batchId) {
    this.topic = topic;
    this.batchId = batchId;
    this.row = new Object[columns.size()];
    this.columns = columns;
    for (int i = 0; i < columns.size(); i++) {
      places.put(columns.get(i).name().toLowerCase(Locale.ROOT), i);
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
    for (Target target : targets.computeIfAbsent(schema, this::targets)) {
      Object raw = value.get(target.field().position());
      row[target.place()] =
          raw == null ? null : target.widening().apply(target.field().converter().convert(raw));
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

  private List<Target> targets(ValueSchema schema) {
    return schema.captured().stream().map(this::target).toList();
  }

  private Target target(CapturedField field) {
    int place = place(field.column().name());
    return new Target(
        field, place, Widening.conversion(field.column().type(), columns.get(place).type()));
  }

  private int place(String column) {
    return places.get(column.toLowerCase(Locale.ROOT));
  }

  private static Object text(Object value) {
    return value == null ? null : ValueConverter.TEXT.convert(value);
  }

  /**
   * Where a field goes.
   *
   * @param widening makes the column's value of the field's
   */
  private record Target(CapturedField field, int place, UnaryOperator<Object> widening) {}
}
