package dev.mssqlcdc.standin.tds;

import java.nio.ByteBuffer;

/** The first exchange: versions, and whether to encrypt. */
final class Prelogin {
  private static final int OPTION_BYTES = 5;
  private static final int OPTION_ENCRYPTION = 1;
  private static final int LAST_OPTION = 0xFF;
  private static final int ENCRYPT_ON = 1;
  private static final int ENCRYPT_NOT_SUPPORTED = 2;
  private static final int ENCRYPT_REQUIRED = 3;

  private Prelogin() {}

  /** SQL Server 2022: 16.0.4135. */
  static byte[] version() {
    return new byte[] {16, 0, 0x10, 0x27};
  }

  /** True if the client wants the whole connection encrypted. */
  static boolean wantsEncryption(Message prelogin) {
    for (int at = 0; ; at += OPTION_BYTES) {
      prelogin.seek(at);
      int option = prelogin.u8();
      if (option == LAST_OPTION) {
        return false;
      }
      if (option == OPTION_ENCRYPTION) {
        prelogin.seek(prelogin.u8() << 8 | prelogin.u8());
        int wanted = prelogin.u8();
        return wanted == ENCRYPT_ON || wanted == ENCRYPT_REQUIRED;
      }
    }
  }

  /**
   * The answer: options with their offsets, then the values. To a client that does not ask for
   * encryption it says that there is none: the client then sends its login in the clear too, where
   * SQL Server has the login alone encrypted.
   */
  static byte[] answer(boolean encrypted) {
    ByteBuffer answer = ByteBuffer.allocate(24);
    option(answer, 0, 16, 6);
    option(answer, OPTION_ENCRYPTION, 22, 1);
    option(answer, 4, 23, 1);
    answer.put((byte) LAST_OPTION);
    answer.put(version()).putShort((short) 0);
    answer.put((byte) (encrypted ? ENCRYPT_ON : ENCRYPT_NOT_SUPPORTED));
    answer.put((byte) 0);
    return answer.array();
  }

  private static void option(ByteBuffer answer, int token, int offset, int length) {
    answer.put((byte) token).putShort((short) offset).putShort((short) length);
  }
}
