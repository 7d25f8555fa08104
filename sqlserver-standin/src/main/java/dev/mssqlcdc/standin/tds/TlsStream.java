package dev.mssqlcdc.standin.tds;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;

/**
 * TLS of one connection, as TDS 7 has it: the handshake travels inside PRELOGIN packets, one packet
 * for each flight of the server; afterwards the connection carries TLS records. TLS 1.2 at most:
 * the server of TLS 1.3 speaks once more after the handshake, where the client expects none.
 */
final class TlsStream {
  /** The largest packet that fits in one TLS record. */
  static final int LARGEST_PACKET = 16384;

  private static final int HEADER = 8;

  private final SSLEngine engine;
  private final InputStream in;
  private final OutputStream out;
  private final ByteBuffer sealed;
  private final ByteBuffer plain;
  // what the client sent, read up to its limit
  private ByteBuffer received = ByteBuffer.allocate(0);

  private TlsStream(SSLContext context, InputStream in, OutputStream out) {
    this.engine = context.createSSLEngine();
    this.in = in;
    this.out = out;
    engine.setUseClientMode(false);
    engine.setEnabledProtocols(new String[] {"TLSv1.2"});
    sealed = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()).flip();
  }

  /**
   * Shakes hands.
   *
   * @throws IOException if the client gives up, as it does when it does not trust the certificate
   */
  static TlsStream accept(SSLContext context, InputStream in, OutputStream out) throws IOException {
    TlsStream stream = new TlsStream(context, in, out);
    stream.shakeHands();
    return stream;
  }

  private void shakeHands() throws IOException {
    engine.beginHandshake();
    ByteArrayOutputStream flight = new ByteArrayOutputStream();
    HandshakeStatus status = engine.getHandshakeStatus();
    while (status != HandshakeStatus.FINISHED && status != HandshakeStatus.NOT_HANDSHAKING) {
      if (status == HandshakeStatus.NEED_TASK) {
        engine.getDelegatedTask().run();
        status = engine.getHandshakeStatus();
      } else if (status == HandshakeStatus.NEED_WRAP) {
        status = seal(ByteBuffer.allocate(0)).getHandshakeStatus();
        flight.write(sealed.array(), 0, sealed.position());
      } else {
        sendFlight(flight);
        status = receiveHandshake();
      }
    }
    sendFlight(flight);
  }

  private HandshakeStatus receiveHandshake() throws IOException {
    SSLEngineResult result = open();
    while (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
      byte[] header = in.readNBytes(HEADER);
      if (header.length < HEADER || header[0] != PacketType.PRELOGIN) {
        throw new IOException("The client left the TLS handshake");
      }
      append(in.readNBytes(((header[2] & 0xFF) << 8 | (header[3] & 0xFF)) - HEADER));
      result = open();
    }
    if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
      throw new IOException("The client closed TLS in the handshake");
    }
    return result.getHandshakeStatus();
  }

  private void sendFlight(ByteArrayOutputStream flight) throws IOException {
    if (flight.size() > 0) {
      int length = HEADER + flight.size();
      byte[] header = {PacketType.PRELOGIN, 1, (byte) (length >> 8), (byte) length, 0, 0, 1, 0};
      out.write(header);
      flight.writeTo(out);
      out.flush();
      flight.reset();
    }
  }

  /** The plain text of what the client sends. One thread reads it. */
  InputStream input() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        while (!plain.hasRemaining() && length > 0) {
          if (!receive()) {
            return -1;
          }
        }
        int count = Math.min(length, plain.remaining());
        plain.get(target, offset, count);
        return count;
      }
    };
  }

  /** Takes plain text for the client. One thread writes it, another may read. */
  OutputStream output() {
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] source, int offset, int length) throws IOException {
        ByteBuffer text = ByteBuffer.wrap(source, offset, length);
        while (text.hasRemaining()) {
          if (seal(text).getStatus() == SSLEngineResult.Status.CLOSED) {
            throw new IOException("The client closed TLS");
          }
          out.write(sealed.array(), 0, sealed.position());
        }
      }

      @Override
      public void flush() throws IOException {
        out.flush();
      }
    };
  }

  /** Opens one record; false if the client has gone. */
  private boolean receive() throws IOException {
    SSLEngineResult result = open();
    while (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
      byte[] some = new byte[LARGEST_PACKET];
      int count = in.read(some);
      if (count < 0) {
        return false;
      }
      append(Arrays.copyOf(some, count));
      result = open();
    }
    return result.getStatus() != SSLEngineResult.Status.CLOSED;
  }

  private SSLEngineResult open() throws IOException {
    plain.clear();
    SSLEngineResult result = engine.unwrap(received, plain);
    plain.flip();
    return result;
  }

  private SSLEngineResult seal(ByteBuffer text) throws IOException {
    sealed.clear();
    return engine.wrap(text, sealed);
  }

  private void append(byte[] more) {
    ByteBuffer joined = ByteBuffer.allocate(received.remaining() + more.length);
    received = joined.put(received).put(more).flip();
  }
}
