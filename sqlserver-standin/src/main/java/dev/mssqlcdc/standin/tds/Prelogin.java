package dev.mssqlcdc.standin.tds;

import java.nio.ByteBuffer;

/** The first exchange: versions, and whether to encrypt. */
final class Prelogin {
  private static final int ENCRYPT_NOT_SUPPORTED = 2;

  private Prelogin() {}

  /** SQL Server 2022: 16.0.4135. */
  static byte[] version() {
    return new byte[] {16, 0, 0x10, 0x27};
  }

  /**
   * The answer: options with their offsets, then the values. Encryption is said not to be
   * supported: a client that may go without it then sends its login in the clear.
   */
  static byte[] answer() {
    ByteBuffer answer = ByteBuffer.allocate(24);
    option(answer, 0, 16, 6);
    option(answer, 1, 22, 1);
    option(answer, 4, 23, 1);
    answer.put((byte) 0xFF);
    answer.put(version()).putShort((short) 0);
    answer.put((byte) ENCRYPT_NOT_SUPPORTED);
    answer.put((byte) 0);
    return answer.array();
  }

  private static void option(ByteBuffer answer, int token, int offset, int length) {
    answer.put((byte) token).putShort((short) offset).putShort((short) length);
  }
}
