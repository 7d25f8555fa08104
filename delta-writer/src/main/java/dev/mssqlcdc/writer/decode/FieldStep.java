package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.avro.UndecodableException;
import dev.mssqlcdc.writer.delta.RowBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.apache.avro.Schema;

/** Reads one field of a record and puts it into a row's column, as the column's type wants it. */
@FunctionalInterface
interface FieldStep {

  FieldStep BOOLEAN = (in, row, column) -> row.setNumber(column, in.readBoolean() ? 1 : 0);
  FieldStep INT = (in, row, column) -> row.setNumber(column, in.readInt());
  FieldStep LONG = (in, row, column) -> row.setNumber(column, in.readLong());
  FieldStep FLOAT = (in, row, column) -> row.setFloat(column, in.readFloat());
  FieldStep DOUBLE = (in, row, column) -> row.setDouble(column, in.readDouble());

  /** Texts and binary values. */
  FieldStep BYTES =
      (in, row, column) -> {
        int length = in.readLength();
        row.setBytes(column, in.data(), in.position(), length);
        in.skip(length);
      };

  /** Connect's decimal: the unscaled value's bytes. */
  FieldStep DECIMAL =
      (in, row, column) -> {
        int length = in.readLength();
        row.setDecimal(column, in.data(), in.position(), length);
        in.skip(length);
      };

  /** A date and time with its offset in ISO form, as microseconds UTC. */
  FieldStep ZONED =
      (in, row, column) -> {
        int length = in.readLength();
        String text = new String(in.data(), in.position(), length, StandardCharsets.UTF_8);
        row.setNumber(column, micros(OffsetDateTime.parse(text).toInstant()));
        in.skip(length);
      };

  void read(AvroCursor in, RowBuffer row, int column);

  /** The step of a field that may be null. */
  static FieldStep of(Schema field, FieldStep value) {
    if (!field.isUnion()) {
      return value;
    }
    int nullBranch = field.getIndexNamed("null");
    int branches = field.getTypes().size();
    return (in, row, column) -> {
      int branch = in.readInt();
      if (branch == nullBranch) {
        return;
      } else if (branch < 0 || branch >= branches) {
        throw new UndecodableException("a union has no branch " + branch);
      }
      value.read(in, row, column);
    };
  }

  private static long micros(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000);
  }
}
