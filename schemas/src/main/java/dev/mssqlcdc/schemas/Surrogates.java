package dev.mssqlcdc.schemas;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Text that UTF-8 can hold: SQL Server stores UTF-16 units and does not check that they pair. */
public final class Surrogates {

  /** Stands for a surrogate that has no partner. */
  public static final char REPLACEMENT = '\uFFFD';

  private Surrogates() {}

  /**
   * Text of the units as they are, lone surrogates among them.
   *
   * @param utf16 UTF-16, the low byte of each unit first
   */
  public static String units(byte[] utf16) {
    return ByteBuffer.wrap(utf16).order(ByteOrder.LITTLE_ENDIAN).asCharBuffer().toString();
  }

  /** The same text, each surrogate that has no partner replaced by U+FFFD. */
  public static String repair(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (!isPair(text, i)) {
          return repairFrom(text, i);
        }
        i++;
      }
    }
    return text;
  }

  private static String repairFrom(String text, int first) {
    char[] chars = text.toCharArray();
    for (int i = first; i < chars.length; i++) {
      if (Character.isSurrogate(chars[i])) {
        if (isPair(text, i)) {
          i++;
        } else {
          chars[i] = REPLACEMENT;
        }
      }
    }
    return new String(chars);
  }

  private static boolean isPair(String text, int at) {
    return at + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
  }
}
