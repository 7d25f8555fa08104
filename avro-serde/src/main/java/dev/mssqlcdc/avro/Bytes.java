package dev.mssqlcdc.avro;

import java.nio.ByteBuffer;
import org.apache.avro.generic.GenericFixed;

/** The forms that Connect and Avro have binary values in. */
final class Bytes {

  private Bytes() {}

  static byte[] of(Object value) {
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    }
    return value instanceof GenericFixed fixed ? fixed.bytes() : (byte[]) value;
  }
}
