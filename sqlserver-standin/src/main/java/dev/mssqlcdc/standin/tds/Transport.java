package dev.mssqlcdc.standin.tds;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/**
 * How packets come and go once prelogin has settled whether they are encrypted.
 *
 * @param first the message after prelogin: the login
 * @param largestPacket the most bytes that a packet of this server may have
 */
record Transport(PacketReader packets, PacketWriter out, Message first, int largestPacket) {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int LARGEST_PACKET = 32767;

  static Transport open(Socket socket, int spid, ServerIdentity identity) throws IOException {
    InputStream in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
    OutputStream raw = socket.getOutputStream();
    PacketReader packets = new PacketReader(in);
    PacketWriter out = new PacketWriter(raw, spid);
    Message message = packets.next();
    if (message.type() != PacketType.PRELOGIN) {
      return new Transport(packets, out, message, LARGEST_PACKET);
    }
    boolean encrypted = Prelogin.wantsEncryption(message);
    out.bytes(Prelogin.answer(encrypted));
    out.endMessage();
    if (!encrypted) {
      return new Transport(packets, out, packets.next(), LARGEST_PACKET);
    }
    TlsStream tls = TlsStream.accept(identity.context(), in, raw);
    PacketReader opened = new PacketReader(tls.input());
    PacketWriter sealed = new PacketWriter(tls.output(), spid);
    return new Transport(opened, sealed, opened.next(), TlsStream.LARGEST_PACKET);
  }
}
