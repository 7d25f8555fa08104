package dev.mssqlcdc.standin.tds;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Cuts a response into packets. Nothing is kept beyond one packet: a client that does not read
 * makes the writer wait.
 */
final class PacketWriter {
  static final int INITIAL_PACKET_SIZE = 4096;
  private static final int HEADER = 8;
  private static final int LARGEST_PACKET = 32767;

  private final OutputStream out;
  private final int spid;
  private final byte[] buffer = new byte[LARGEST_PACKET + 1];
  private int packetSize = INITIAL_PACKET_SIZE;
  private int position = HEADER;
  private int sequence = 1;

  PacketWriter(OutputStream out, int spid) {
    this.out = out;
    this.spid = spid;
  }

  /** Takes effect with the next packet. */
  void packetSize(int size) {
    packetSize = size;
  }

  void endMessage() {
    flush(true);
    sequence = 1;
  }

  /** Sends what there is of an unfinished message. */
  void flushPart() {
    flush(false);
    try {
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the client closed the connection", e);
    }
  }

  void u8(int value) {
    if (position == packetSize) {
      flush(false);
    }
    buffer[position++] = (byte) value;
  }

  void u16(int value) {
    little(value, 2);
  }

  void i32(int value) {
    little(value, 4);
  }

  void i64(long value) {
    little(value, 8);
  }

  void little(long value, int bytes) {
    long rest = value;
    for (int i = 0; i < bytes; i++) {
      u8((int) rest);
      rest >>= 8;
    }
  }

  void bytes(byte[] value) {
    int from = 0;
    while (from < value.length) {
      if (position == packetSize) {
        flush(false);
      }
      int count = Math.min(value.length - from, packetSize - position);
      System.arraycopy(value, from, buffer, position, count);
      position += count;
      from += count;
    }
  }

  void utf16(String text) {
    int length = text.length();
    if (position + 2 * length <= packetSize) {
      int at = position;
      for (int i = 0; i < length; i++) {
        char c = text.charAt(i);
        buffer[at++] = (byte) c;
        buffer[at++] = (byte) (c >> 8);
      }
      position = at;
      return;
    }
    for (int i = 0; i < length; i++) {
      u16(text.charAt(i));
    }
  }

  /** Text after its length in characters in one byte. */
  void shortText(String text) {
    u8(text.length());
    utf16(text);
  }

  /** Text after its length in characters in two bytes. */
  void text(String text) {
    u16(text.length());
    utf16(text);
  }

  private void flush(boolean last) {
    buffer[0] = (byte) PacketType.RESPONSE;
    buffer[1] = (byte) (last ? 1 : 0);
    buffer[2] = (byte) (position >> 8);
    buffer[3] = (byte) position;
    buffer[4] = (byte) (spid >> 8);
    buffer[5] = (byte) spid;
    buffer[6] = (byte) sequence++;
    buffer[7] = 0;
    try {
      out.write(buffer, 0, position);
      if (last) {
        out.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the client closed the connection while it was sent a result", e);
    }
    position = HEADER;
  }
}
