package dev.mssqlcdc.writer.delta;

import io.delta.kernel.data.Row;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;

/** Values of Kernel's rows as objects. */
final class RowValues {

  private RowValues() {}

  /**
   * The value, or null: times as microseconds (Long), dates as days (Integer), decimals as {@code
   * BigDecimal}, binary as {@code byte[]}.
   */
  static Object value(Row row, int i) {
    if (row.isNullAt(i)) {
      return null;
    }
    DataType type = row.getSchema().at(i).getDataType();
    if (type instanceof StringType) {
      return row.getString(i);
    } else if (type instanceof LongType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType) {
      return row.getLong(i);
    } else if (type instanceof IntegerType || type instanceof DateType) {
      return row.getInt(i);
    } else if (type instanceof BooleanType) {
      return row.getBoolean(i);
    } else if (type instanceof DoubleType) {
      return row.getDouble(i);
    } else {
      return rareValue(row, i, type);
    }
  }

  private static Object rareValue(Row row, int i, DataType type) {
    if (type instanceof DecimalType) {
      return row.getDecimal(i);
    } else if (type instanceof BinaryType) {
      return row.getBinary(i);
    } else if (type instanceof ShortType) {
      return row.getShort(i);
    } else if (type instanceof ByteType) {
      return row.getByte(i);
    } else if (type instanceof FloatType) {
      return row.getFloat(i);
    } else if (type instanceof MapType) {
      return row.getMap(i);
    } else if (type instanceof ArrayType) {
      return row.getArray(i);
    } else if (type instanceof StructType) {
      return row.getStruct(i);
    }
    throw new IllegalArgumentException("no value of type " + type);
  }
}
