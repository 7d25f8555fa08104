package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.avro.AvroDecoder;
import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.schemas.SourcePosition;
import dev.mssqlcdc.writer.core.Entry;
import dev.mssqlcdc.writer.core.RawRecord;
import dev.mssqlcdc.writer.delta.RowBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** Decodes the records of one batch into the columns of one table. For one thread. */
public final class BatchDecoder {

  private final String topic;
  private final RecordSchemas schemas;
  private final AvroDecoder events;
  private final long batchId;
  private final Map<String, Integer> places = new HashMap<>();
  private final List<DeltaType> types;
  private final Map<ValueSchema, RowReader> readers = new HashMap<>();
  private final AvroCursor cursor = new AvroCursor();
  private final RowBuffer row;
  private final int startLsn;
  private final int commitTs;
  private final int operation;
  private final int commandId;
  private final int seqval;
  private final int snapshot;
  private final int chunk;
  private final int batch;
  private final int kafkaOffset;
  private ValueSchema schema;
  private RowReader reader;

  BatchDecoder(
      String topic, RecordSchemas schemas, AvroDecoder events, List<Column> columns, long batchId) {
    this.topic = topic;
    this.schemas = schemas;
    this.events = events;
    this.batchId = batchId;
    this.types = columns.stream().map(Column::type).toList();
    for (int i = 0; i < columns.size(); i++) {
      places.put(columns.get(i).name().toLowerCase(Locale.ROOT), i);
    }
    row = new RowBuffer(types);
    startLsn = place(Fields.START_LSN);
    commitTs = place(Fields.COMMIT_TS);
    operation = place(Fields.OPERATION);
    commandId = place(Fields.COMMAND_ID);
    seqval = place(Fields.SEQVAL);
    snapshot = place(Fields.SNAPSHOT);
    chunk = place(Fields.CHUNK);
    batch = place(Fields.BATCH_ID);
    kafkaOffset = place(Fields.KAFKA_OFFSET);
  }

  /**
   * Decodes a record. Where it is a row, {@link #row} holds it afterwards.
   *
   * @throws dev.mssqlcdc.writer.core.BadRecordException when it cannot be decoded, saying where it
   *     is
   * @throws dev.mssqlcdc.avro.RegistryException when the registry does not answer
   */
  public Entry decode(RawRecord record) {
    ValueSchema next = schemas.value(topic, record);
    if (next != schema) {
      schema = next;
      reader = readers.computeIfAbsent(next, key -> key.reader(this::place, types));
    }
    return RecordSchemas.guarded(topic, record, record.value(), () -> entry(record));
  }

  /** The row that was decoded last, valid until the next record is decoded. */
  public RowBuffer row() {
    return row;
  }

  private Entry entry(RawRecord record) {
    byte[] payload = record.value().orElseThrow();
    if (!reader.read(cursor, payload, row)) {
      return EventDecoder.entry(record.offset(), events.decode(payload));
    }
    row.setNumber(batch, batchId);
    row.setNumber(kafkaOffset, record.offset());
    Lsn lsn = lsn(startLsn, Fields.START_LSN);
    int code = number(operation, Fields.OPERATION);
    if (code == Operation.SNAPSHOT.code()) {
      return new Entry.SnapshotRow(
          record.offset(),
          lsn,
          commitTs(),
          text(snapshot, Fields.SNAPSHOT),
          number(chunk, Fields.CHUNK));
    }
    SourcePosition position =
        new SourcePosition(
            lsn,
            number(commandId, Fields.COMMAND_ID),
            lsn(seqval, Fields.SEQVAL),
            Operation.of(code).code());
    return new Entry.Change(record.offset(), position, commitTs());
  }

  private int place(String column) {
    return places.get(column.toLowerCase(Locale.ROOT));
  }

  private OptionalLong commitTs() {
    return row.isPresent(commitTs) ? OptionalLong.of(row.number(commitTs)) : OptionalLong.empty();
  }

  private int number(int column, String name) {
    require(column, name);
    return (int) row.number(column);
  }

  private Lsn lsn(int column, String name) {
    require(column, name);
    return Lsn.parse(row.array(column), row.start(column), row.length(column));
  }

  private String text(int column, String name) {
    require(column, name);
    return new String(
        row.array(column), row.start(column), row.length(column), StandardCharsets.UTF_8);
  }

  private void require(int column, String name) {
    if (!row.isPresent(column)) {
      throw new SchemaRefusedException(name + " is null");
    }
  }
}
