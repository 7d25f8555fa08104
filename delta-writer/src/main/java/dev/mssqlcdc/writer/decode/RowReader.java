package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.avro.UndecodableException;
import dev.mssqlcdc.avro.WireFormat;
import dev.mssqlcdc.writer.delta.RowBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/** Reads records of one schema into the columns of one table. */
final class RowReader {

  private record Step(FieldStep field, int column) {}

  private static final int ALWAYS = Integer.MIN_VALUE;

  private final List<Step> steps = new ArrayList<>();
  private int eventAt;
  private int noEvent;

  /** Adds the record's next field. */
  void field(FieldStep field, int column) {
    steps.add(new Step(field, column));
  }

  /** Adds the field that holds an event. */
  void event(Schema field) {
    eventAt = steps.size();
    noEvent = field.isUnion() ? field.getIndexNamed("null") : ALWAYS;
  }

  /**
   * Reads a row, unless the record is an event.
   *
   * @return whether it is a row
   * @throws UndecodableException when the payload is no value of the schema
   */
  boolean read(AvroCursor in, byte[] payload, RowBuffer row) {
    try {
      return readFields(in, payload, row);
    } catch (UndecodableException e) {
      throw new UndecodableException(
          "payload of %d bytes is no value of schema id %d: %s"
              .formatted(payload.length, WireFormat.schemaId(payload), e.getMessage()),
          e);
    }
  }

  private boolean readFields(AvroCursor in, byte[] payload, RowBuffer row) {
    row.clear();
    in.begin(payload, WireFormat.HEADER_LENGTH);
    for (int i = 0; i < steps.size(); i++) {
      if (i == eventAt && isEvent(in)) {
        return false;
      }
      Step step = steps.get(i);
      step.field().read(in, row, step.column());
    }
    if (eventAt == steps.size() && isEvent(in)) {
      return false;
    }
    if (!in.isAtEnd()) {
      throw new UndecodableException("bytes are left over after it");
    }
    return true;
  }

  private boolean isEvent(AvroCursor in) {
    return noEvent == ALWAYS || in.readInt() != noEvent;
  }
}
