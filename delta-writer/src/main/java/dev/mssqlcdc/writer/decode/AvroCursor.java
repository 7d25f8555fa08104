package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.avro.UndecodableException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads Avro's binary encoding where it lies, without copies. It never reads beyond the payload,
 * and refuses what is no value of the type.
 *
 * @see <a href="https://avro.apache.org/docs/1.12.0/specification/#binary-encoding">the
 *     encoding</a>
 */
final class AvroCursor {

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int GROUP_BITS = 7;
  private static final int GROUP = 0x7F;
  private static final int MORE = 0x80;

  private byte[] data;
  private int at;

  /** Begins at a position of a payload. */
  void begin(byte[] payload, int from) {
    data = payload;
    at = from;
  }

  boolean isAtEnd() {
    return at == data.length;
  }

  byte[] data() {
    return data;
  }

  int position() {
    return at;
  }

  boolean readBoolean() {
    need(1);
    byte value = data[at++];
    if (value != 0 && value != 1) {
      throw new UndecodableException("byte %d is no boolean".formatted(value));
    }
    return value == 1;
  }

  int readInt() {
    long value = readLong();
    if (value != (int) value) {
      throw new UndecodableException(value + " is no int");
    }
    return (int) value;
  }

  long readLong() {
    long zigzag = 0;
    for (int shift = 0; shift < Long.SIZE; shift += GROUP_BITS) {
      need(1);
      byte next = data[at++];
      zigzag |= (long) (next & GROUP) << shift;
      if ((next & MORE) == 0) {
        return (zigzag >>> 1) ^ -(zigzag & 1);
      }
    }
    throw new UndecodableException("a number has more than 10 bytes");
  }

  float readFloat() {
    need(Float.BYTES);
    float value = Float.intBitsToFloat((int) INTS.get(data, at));
    at += Float.BYTES;
    return value;
  }

  double readDouble() {
    need(Double.BYTES);
    double value = Double.longBitsToDouble((long) LONGS.get(data, at));
    at += Double.BYTES;
    return value;
  }

  /** Reads the length of the bytes or the text that begin at {@link #position} then. */
  int readLength() {
    long length = readLong();
    if (length < 0 || length > data.length - at) {
      throw new UndecodableException(
          "a value of %d bytes is announced, %d are left".formatted(length, data.length - at));
    }
    return (int) length;
  }

  /** Goes past bytes that are known to be there. */
  void skip(int bytes) {
    at += bytes;
  }

  private void need(int bytes) {
    if (data.length - at < bytes) {
      throw new UndecodableException("the payload ends within a value");
    }
  }
}
