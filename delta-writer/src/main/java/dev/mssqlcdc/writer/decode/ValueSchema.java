package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.schemas.Fields;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;

/** A value schema, taken apart once: our fields by their place, and the captured columns. */
final class ValueSchema {

  private final List<CapturedField> captured = new ArrayList<>();
  private final List<Column> columns;
  private final int captureInstance;
  private final int startLsn;
  private final int commitTs;
  private final int operation;
  private final int commandId;
  private final int seqval;
  private final int snapshot;
  private final int chunk;
  private final int event;

  /**
   * @throws SchemaRefusedException when the connector did not write it
   */
  ValueSchema(Schema schema) {
    if (schema.getType() != Schema.Type.RECORD) {
      throw new SchemaRefusedException(
          "the value is no record but a " + schema.getType().getName());
    }
    captureInstance = position(schema, Fields.CAPTURE_INSTANCE);
    startLsn = position(schema, Fields.START_LSN);
    commitTs = position(schema, Fields.COMMIT_TS);
    operation = position(schema, Fields.OPERATION);
    commandId = position(schema, Fields.COMMAND_ID);
    seqval = position(schema, Fields.SEQVAL);
    snapshot = position(schema, Fields.SNAPSHOT);
    chunk = position(schema, Fields.CHUNK);
    event = position(schema, Fields.EVENT);
    for (Schema.Field field : schema.getFields()) {
      if (!Fields.WIRE.contains(field.name())) {
        captured.add(FieldTypes.captured(field));
      }
    }
    columns = captured.stream().map(CapturedField::column).toList();
  }

  List<CapturedField> captured() {
    return captured;
  }

  /** The same list every time, so that schemas are told apart quickly. */
  List<Column> columns() {
    return columns;
  }

  Object captureInstance(GenericRecord value) {
    return value.get(captureInstance);
  }

  Object startLsn(GenericRecord value) {
    return value.get(startLsn);
  }

  Object commitTs(GenericRecord value) {
    return value.get(commitTs);
  }

  Object operation(GenericRecord value) {
    return value.get(operation);
  }

  Object commandId(GenericRecord value) {
    return value.get(commandId);
  }

  Object seqval(GenericRecord value) {
    return value.get(seqval);
  }

  Object snapshot(GenericRecord value) {
    return value.get(snapshot);
  }

  Object chunk(GenericRecord value) {
    return value.get(chunk);
  }

  Object event(GenericRecord value) {
    return value.get(event);
  }

  private static int position(Schema schema, String name) {
    Schema.Field field = schema.getField(name);
    if (field == null) {
      throw new SchemaRefusedException(
          ("field %s is missing: the topic was not written by this product's connector, or a"
                  + " transformation took the field away")
              .formatted(name));
    }
    return field.pos();
  }
}
