package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import org.apache.avro.Schema;

/**
 * A captured column in a record schema.
 *
 * @param column what it is in Delta; its comment is the type in the source
 * @param schema of the field, which may be null
 * @param value how its values are read that are not null
 */
record CapturedField(Column column, Schema schema, FieldStep value) {

  /** How it is read into a column of a type that holds its values. */
  FieldStep into(DeltaType type) {
    return FieldStep.of(schema, WidenedSteps.step(this, type));
  }
}
