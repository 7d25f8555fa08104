package dev.mssqlcdc.standin.tds;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** Writes the parts of DER (ITU-T X.690) that a certificate needs. */
final class Der {
  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;
  private static final int OBJECT_IDENTIFIER = 0x06;
  private static final int UTF8_STRING = 0x0C;
  private static final int UTC_TIME = 0x17;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int CONTEXT = 0x80;
  private static final int CONSTRUCTED_CONTEXT = 0xA0;
  private static final DateTimeFormatter UTC = DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'");

  private Der() {}

  static byte[] sequence(byte[]... parts) {
    return value(SEQUENCE, parts);
  }

  static byte[] set(byte[]... parts) {
    return value(SET, parts);
  }

  static byte[] integer(BigInteger number) {
    return value(INTEGER, number.toByteArray());
  }

  /** An object identifier, encoded already. */
  static byte[] oid(int... encoded) {
    byte[] bytes = new byte[encoded.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) encoded[i];
    }
    return value(OBJECT_IDENTIFIER, bytes);
  }

  static byte[] text(String text) {
    return value(UTF8_STRING, text.getBytes(StandardCharsets.UTF_8));
  }

  /** A time in UTC, before 2050. */
  static byte[] time(LocalDateTime time) {
    return value(UTC_TIME, UTC.format(time).getBytes(StandardCharsets.US_ASCII));
  }

  static byte[] octets(byte[] content) {
    return value(OCTET_STRING, content);
  }

  /** A bit string of whole bytes. */
  static byte[] bits(byte[] content) {
    return value(BIT_STRING, new byte[1], content);
  }

  /** {@code [tag] IMPLICIT} of a primitive value. */
  static byte[] implicit(int tag, byte[] content) {
    return value(CONTEXT | tag, content);
  }

  /** {@code [tag] EXPLICIT}. */
  static byte[] explicit(int tag, byte[] content) {
    return value(CONSTRUCTED_CONTEXT | tag, content);
  }

  private static byte[] value(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream encoded = new ByteArrayOutputStream();
    encoded.write(tag);
    length(encoded, content.size());
    encoded.writeBytes(content.toByteArray());
    return encoded.toByteArray();
  }

  private static void length(ByteArrayOutputStream out, int length) {
    if (length < 0x80) {
      out.write(length);
    } else if (length < 0x100) {
      out.write(0x81);
      out.write(length);
    } else {
      out.write(0x82);
      out.write(length >> 8);
      out.write(length);
    }
  }
}
