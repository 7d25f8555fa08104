package dev.mssqlcdc.standin.tds;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** LOGIN7: who connects to which database. */
record Login(String user, String password, String application, String database, int packetSize) {
  private static final int PACKET_SIZE_OFFSET = 8;
  private static final int FIELDS_OFFSET = 36;
  private static final int USER = 1;
  private static final int PASSWORD = 2;
  private static final int APPLICATION = 3;
  private static final int DATABASE = 8;
  private static final int PASSWORD_MASK = 0xA5;
  private static final int SMALLEST_PACKET = 512;
  private static final int LARGEST_PACKET = 32767;
  private static final int DEFAULT_PACKET = 8000;

  static Login parse(Message message) {
    message.seek(PACKET_SIZE_OFFSET);
    int wanted = message.i32();
    boolean usable = wanted >= SMALLEST_PACKET && wanted <= LARGEST_PACKET;
    return new Login(
        text(field(message, USER)),
        text(unmasked(field(message, PASSWORD))),
        text(field(message, APPLICATION)),
        text(field(message, DATABASE)),
        usable ? wanted : DEFAULT_PACKET);
  }

  private static byte[] field(Message message, int number) {
    message.seek(FIELDS_OFFSET + 4 * number);
    int offset = message.u16();
    int chars = message.u16();
    message.seek(offset);
    return message.bytes(2 * chars);
  }

  private static byte[] unmasked(byte[] masked) {
    byte[] plain = Arrays.copyOf(masked, masked.length);
    for (int i = 0; i < plain.length; i++) {
      int swapped = (plain[i] & 0xFF) ^ PASSWORD_MASK;
      plain[i] = (byte) (swapped << 4 | swapped >> 4);
    }
    return plain;
  }

  private static String text(byte[] utf16) {
    return new String(utf16, StandardCharsets.UTF_16LE);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "Login[user=" + user + ", application=" + application + ", database=" + database + "]";
  }
}
