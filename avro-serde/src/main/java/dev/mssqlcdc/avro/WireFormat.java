package dev.mssqlcdc.avro;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** A payload is a zero byte, the schema's id as a big-endian int32, and the Avro binary data. */
public final class WireFormat {

  /** Bytes before the Avro data. */
  public static final int HEADER_LENGTH = 5;

  static final byte MAGIC = 0;

  private WireFormat() {}

  /**
   * The id of the schema that the payload was written with.
   *
   * @throws UndecodableException when the payload is not of this format
   */
  public static int schemaId(byte[] payload) {
    if (payload.length < HEADER_LENGTH) {
      throw new UndecodableException(
          "payload of " + payload.length + " bytes is too short for the Confluent wire format");
    }
    if (payload[0] != MAGIC) {
      throw new UndecodableException(
          "payload begins with byte %d, not with 0: it is not in the Confluent wire format"
              .formatted(payload[0] & 0xFF));
    }
    return id(payload);
  }

  /** Whether the payload was written with the schema of an id. */
  public static boolean isOf(byte[] payload, int schemaId) {
    return payload.length >= HEADER_LENGTH && payload[0] == MAGIC && id(payload) == schemaId;
  }

  private static int id(byte[] payload) {
    return ByteBuffer.wrap(payload, 1, Integer.BYTES).getInt();
  }

  static void writeHeader(int schemaId, ByteArrayOutputStream out) {
    out.write(MAGIC);
    for (int shift = 3 * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      out.write(schemaId >>> shift);
    }
  }
}
