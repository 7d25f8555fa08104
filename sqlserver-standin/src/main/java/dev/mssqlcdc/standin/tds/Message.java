package dev.mssqlcdc.standin.tds;

import java.util.Arrays;

/** One request, all its packets joined, read little-endian from front to back. */
final class Message {
  private final int type;
  private final boolean reset;
  private final byte[] data;
  private int position;

  Message(int type, boolean reset, byte[] data) {
    this.type = type;
    this.reset = reset;
    this.data = data;
  }

  /** What stands for the end of the connection. */
  static Message end() {
    return new Message(PacketType.END, false, new byte[0]);
  }

  int type() {
    return type;
  }

  /** True if the client asks for a session as new, as connection pools do. */
  boolean resetsConnection() {
    return reset;
  }

  boolean hasMore() {
    return position < data.length;
  }

  void seek(int offset) {
    position = offset;
  }

  /** Skips ALL_HEADERS, which starts with its own length. */
  void skipHeaders() {
    seek(0);
    seek(i32());
  }

  int peek() {
    return data[position] & 0xFF;
  }

  int u8() {
    return data[position++] & 0xFF;
  }

  int u16() {
    return u8() | u8() << 8;
  }

  int i32() {
    return u16() | u16() << 16;
  }

  long i64() {
    return (i32() & 0xFFFFFFFFL) | (long) i32() << 32;
  }

  long unsigned(int bytes) {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) u8() << (8 * i);
    }
    return value;
  }

  byte[] bytes(int count) {
    if (count < 0 || count > data.length - position) {
      throw new IllegalArgumentException(
          "TDS message of " + data.length + " bytes ends within a value at offset " + position);
    }
    byte[] slice = Arrays.copyOfRange(data, position, position + count);
    position += count;
    return slice;
  }

  String utf16(int chars) {
    return WireFormat.unicode(bytes(2 * chars));
  }

  /** The rest of the message as text. */
  String remainingText() {
    return utf16((data.length - position) / 2);
  }
}
