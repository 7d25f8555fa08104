package dev.mssqlcdc.avro;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.Decoder;
import org.apache.avro.util.Utf8;

/**
 * Reads binary data and allocates no text or bytes that are longer than the data. Avro's own
 * decoder allocates whatever length a damaged record claims.
 */
final class BoundedDecoder extends Decoder {

  private BinaryDecoder in;
  private int limit;

  /** Begins with other data. */
  BoundedDecoder over(BinaryDecoder decoder, int length) {
    in = decoder;
    limit = length;
    return this;
  }

  private byte[] read() throws IOException {
    long length = in.readLong();
    if (length < 0 || length > limit) {
      throw new EOFException(
          "a value claims %d bytes, the payload has %d".formatted(length, limit));
    }
    byte[] bytes = new byte[(int) length];
    in.readFixed(bytes);
    return bytes;
  }

  @Override
  public Utf8 readString(Utf8 old) throws IOException {
    return new Utf8(read());
  }

  @Override
  public String readString() throws IOException {
    return readString(null).toString();
  }

  @Override
  public ByteBuffer readBytes(ByteBuffer old) throws IOException {
    return ByteBuffer.wrap(read());
  }

  @Override
  public void readNull() throws IOException {
    in.readNull();
  }

  @Override
  public boolean readBoolean() throws IOException {
    return in.readBoolean();
  }

  @Override
  public int readInt() throws IOException {
    return in.readInt();
  }

  @Override
  public long readLong() throws IOException {
    return in.readLong();
  }

  @Override
  public float readFloat() throws IOException {
    return in.readFloat();
  }

  @Override
  public double readDouble() throws IOException {
    return in.readDouble();
  }

  @Override
  public void readFixed(byte[] bytes, int start, int length) throws IOException {
    in.readFixed(bytes, start, length);
  }

  @Override
  public int readEnum() throws IOException {
    return in.readEnum();
  }

  @Override
  public int readIndex() throws IOException {
    return in.readIndex();
  }

  @Override
  public long readArrayStart() throws IOException {
    return in.readArrayStart();
  }

  @Override
  public long arrayNext() throws IOException {
    return in.arrayNext();
  }

  @Override
  public long skipArray() throws IOException {
    return in.skipArray();
  }

  @Override
  public long readMapStart() throws IOException {
    return in.readMapStart();
  }

  @Override
  public long mapNext() throws IOException {
    return in.mapNext();
  }

  @Override
  public long skipMap() throws IOException {
    return in.skipMap();
  }

  @Override
  public void skipString() throws IOException {
    in.skipString();
  }

  @Override
  public void skipBytes() throws IOException {
    in.skipBytes();
  }

  @Override
  public void skipFixed(int length) throws IOException {
    in.skipFixed(length);
  }
}
