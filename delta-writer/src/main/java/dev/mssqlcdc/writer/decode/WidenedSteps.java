package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.lake.DeltaType;
import dev.mssqlcdc.writer.delta.RowBuffer;
import java.math.BigInteger;

/** How values are read into a column that was made wider than they are. */
final class WidenedSteps {

  private static final long MICROS_OF_A_DAY = 86_400_000_000L;

  private WidenedSteps() {}

  /**
   * @param column a type that holds the field's values
   */
  static FieldStep step(CapturedField field, DeltaType column) {
    DeltaType own = field.column().type();
    if (column.isDecimal()) {
      return decimal(field, column);
    } else if (own.equals(column)) {
      return field.value();
    } else if (column.equals(DeltaType.TIMESTAMP_NTZ)) {
      return (in, row, at) -> row.setNumber(at, in.readInt() * MICROS_OF_A_DAY);
    } else if (column.equals(DeltaType.DOUBLE)) {
      return own.equals(DeltaType.FLOAT)
          ? (in, row, at) -> row.setDouble(at, in.readFloat())
          : (in, row, at) -> row.setDouble(at, in.readInt());
    }
    // A row holds every integer type in the same way.
    return field.value();
  }

  private static FieldStep decimal(CapturedField field, DeltaType column) {
    DeltaType own = field.column().type();
    int added = column.scale() - (own.isDecimal() ? own.scale() : 0);
    BigInteger factor = BigInteger.TEN.pow(added);
    if (!own.isDecimal()) {
      return (in, row, at) -> set(row, at, BigInteger.valueOf(in.readLong()).multiply(factor));
    } else if (added == 0) {
      return field.value();
    }
    return (in, row, at) -> {
      int length = in.readLength();
      BigInteger unscaled = new BigInteger(in.data(), in.position(), length);
      set(row, at, unscaled.multiply(factor));
      in.skip(length);
    };
  }

  private static void set(RowBuffer row, int column, BigInteger unscaled) {
    byte[] bytes = unscaled.toByteArray();
    row.setDecimal(column, bytes, 0, bytes.length);
  }
}
