package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;

/**
 * A captured column in a record schema.
 *
 * @param column what it is in Delta; its comment is the type in the source
 * @param value how its values are read that are not null
 */
record CapturedField(Column column, FieldStep value) {

  /** How its values are read into a column of a type that holds them. */
  FieldStep into(DeltaType type) {
    boolean widened = type.equals(DeltaType.DOUBLE) && column.type().equals(DeltaType.FLOAT);
    return widened ? FieldStep.FLOAT_AS_DOUBLE : value;
  }
}
