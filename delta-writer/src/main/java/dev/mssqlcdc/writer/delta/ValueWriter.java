package dev.mssqlcdc.writer.delta;

import dev.mssqlcdc.lake.DeltaType;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;

/** Hands the values of one column to Parquet. */
@FunctionalInterface
interface ValueWriter {

  void write(RecordConsumer consumer, RowBuffer row, int column);

  static ValueWriter of(DeltaType type) {
    if (type.isDecimal()) {
      return decimal(type);
    }
    return switch (type.name()) {
      case "boolean" -> (consumer, row, i) -> consumer.addBoolean(row.number(i) != 0);
      case "short", "integer", "date" -> ValueWriter::addInt;
      case "long", "timestamp", "timestamp_ntz" -> ValueWriter::addLong;
      case "float" -> (consumer, row, i) -> consumer.addFloat(row.floatAt(i));
      case "double" -> (consumer, row, i) -> consumer.addDouble(row.doubleAt(i));
      case "string", "binary" -> ValueWriter::addBytes;
      default -> throw new IllegalStateException("no writer for " + type);
    };
  }

  private static ValueWriter decimal(DeltaType type) {
    if (Decimals.isInt(type.precision())) {
      return ValueWriter::addInt;
    }
    return Decimals.isNumber(type.precision()) ? ValueWriter::addLong : ValueWriter::addBytes;
  }

  private static void addInt(RecordConsumer consumer, RowBuffer row, int column) {
    consumer.addInteger((int) row.number(column));
  }

  private static void addLong(RecordConsumer consumer, RowBuffer row, int column) {
    consumer.addLong(row.number(column));
  }

  private static void addBytes(RecordConsumer consumer, RowBuffer row, int column) {
    consumer.addBinary(
        Binary.fromReusedByteArray(row.array(column), row.start(column), row.length(column)));
  }
}
