package dev.mssqlcdc.writer.delta;

import dev.mssqlcdc.lake.DeltaType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * One row on its way into a file, a value per column, in the form in which Parquet stores it. It is
 * filled again for every row, so that a row costs no objects. Bytes are not copied: they must stay
 * as they are until the row is written.
 *
 * <p>Numbers hold the integer types, days, microseconds, booleans (0 or 1) and decimals of up to 18
 * digits (unscaled); doubles and floats have setters of their own. Bytes hold texts in UTF-8,
 * binary values, and wider decimals.
 */
public final class RowBuffer {

  private final DeltaType[] types;
  private final int[] precisions;
  private final boolean[] present;
  private final long[] numbers;
  private final byte[][] arrays;
  private final int[] starts;
  private final int[] lengths;

  /**
   * A row without values.
   *
   * @param types of the columns, in order
   */
  public RowBuffer(List<DeltaType> types) {
    int size = types.size();
    this.types = types.toArray(DeltaType[]::new);
    this.precisions =
        types.stream().mapToInt(type -> type.isDecimal() ? type.precision() : 0).toArray();
    this.present = new boolean[size];
    this.numbers = new long[size];
    this.arrays = new byte[size][];
    this.starts = new int[size];
    this.lengths = new int[size];
  }

  /** Makes every value null. */
  public void clear() {
    Arrays.fill(present, false);
  }

  public void setNumber(int column, long value) {
    numbers[column] = value;
    present[column] = true;
  }

  public void setFloat(int column, float value) {
    setNumber(column, Float.floatToRawIntBits(value));
  }

  public void setDouble(int column, double value) {
    setNumber(column, Double.doubleToRawLongBits(value));
  }

  public void setBytes(int column, byte[] array, int start, int length) {
    arrays[column] = array;
    starts[column] = start;
    lengths[column] = length;
    present[column] = true;
  }

  /**
   * Sets an unscaled decimal.
   *
   * @param unscaled big-endian two's complement, at least one byte
   * @throws ArithmeticException when the column has not so many digits
   */
  public void setDecimal(int column, byte[] unscaled, int start, int length) {
    int precision = precisions[column];
    if (Decimals.isNumber(precision)) {
      setNumber(column, Decimals.number(precision, unscaled, start, length));
      return;
    }
    byte[] fixed = fixed(column, Decimals.length(precision));
    Decimals.fill(fixed, precision, unscaled, start, length);
    setBytes(column, fixed, 0, fixed.length);
  }

  // A column's own array is used again for each of its values.
  private byte[] fixed(int column, int length) {
    byte[] last = arrays[column];
    return last != null && last.length == length ? last : new byte[length];
  }

  /**
   * Sets a value as an object.
   *
   * @param value Boolean; Number for integer and floating types, days and microseconds; BigDecimal
   *     of the column's scale; String; byte[]; null
   */
  void set(int column, Object value) {
    if (value == null) {
      present[column] = false;
    } else if (value instanceof String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      setBytes(column, bytes, 0, bytes.length);
    } else if (value instanceof byte[] bytes) {
      setBytes(column, bytes, 0, bytes.length);
    } else if (value instanceof BigDecimal decimal) {
      byte[] bytes = decimal.unscaledValue().toByteArray();
      setDecimal(column, bytes, 0, bytes.length);
    } else if (value instanceof Boolean flag) {
      setNumber(column, flag ? 1 : 0);
    } else {
      setNumber(column, (Number) value);
    }
  }

  private void setNumber(int column, Number value) {
    if (types[column].equals(DeltaType.DOUBLE)) {
      setDouble(column, value.doubleValue());
    } else if (types[column].equals(DeltaType.FLOAT)) {
      setFloat(column, value.floatValue());
    } else {
      setNumber(column, value.longValue());
    }
  }

  public boolean isPresent(int column) {
    return present[column];
  }

  public long number(int column) {
    return numbers[column];
  }

  float floatAt(int column) {
    return Float.intBitsToFloat((int) numbers[column]);
  }

  double doubleAt(int column) {
    return Double.longBitsToDouble(numbers[column]);
  }

  public byte[] array(int column) {
    return arrays[column];
  }

  public int start(int column) {
    return starts[column];
  }

  public int length(int column) {
    return lengths[column];
  }
}
