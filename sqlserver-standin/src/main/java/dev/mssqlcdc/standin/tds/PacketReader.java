package dev.mssqlcdc.standin.tds;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Joins packets to messages. */
final class PacketReader {
  private static final int HEADER = 8;
  private static final int END_OF_MESSAGE = 0x01;
  private static final int IGNORE = 0x02;
  private static final int RESET = 0x18;

  private final InputStream in;

  PacketReader(InputStream in) {
    this.in = in;
  }

  /** The next message; one of type {@link PacketType#END} when the client has gone. */
  Message next() throws IOException {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    boolean reset = false;
    while (true) {
      byte[] header = in.readNBytes(HEADER);
      if (header.length < HEADER) {
        return Message.end();
      }
      if (!PacketType.isOfClient(header[0])) {
        // a client that speaks TLS at once, as TDS 8 does, would wait for ever
        throw new IOException("The client does not speak TDS 7: packet type " + header[0]);
      }
      int length = (header[2] & 0xFF) << 8 | (header[3] & 0xFF);
      if (length < HEADER) {
        throw new IOException("TDS packet with a length of " + length);
      }
      joined.write(in.readNBytes(length - HEADER));
      int status = header[1];
      reset |= (status & RESET) != 0;
      if ((status & END_OF_MESSAGE) == 0) {
        continue;
      }
      if ((status & IGNORE) != 0) {
        // the client gave up while it was still sending
        joined.reset();
        continue;
      }
      return new Message(header[0], reset, joined.toByteArray());
    }
  }
}
