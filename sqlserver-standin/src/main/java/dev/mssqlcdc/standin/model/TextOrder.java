package dev.mssqlcdc.standin.model;

import java.nio.ByteBuffer;
import java.text.Normalizer;
import java.util.Arrays;

/**
 * Compares strings as a collation does. Trailing blanks never count: the shorter string is compared
 * as if blanks filled it up.
 *
 * <p>Dictionary order goes by the letters first, then by their accents, then, where case counts, by
 * case. It comes near SQL Server's and is not equal to it: no letter counts as two (ß, æ), hyphen
 * and apostrophe sort before the other punctuation and are never ignored, and scripts follow each
 * other as in Unicode.
 */
public final class TextOrder {
  private static final int CHARACTERS = 1 << 16;
  private static final int GROUP_SHIFT = 20;
  private static final int BLANK = 0;
  private static final int PUNCTUATION = 1;
  private static final int MATHEMATICS = 2;
  private static final int DIGIT = 3;
  private static final int LETTER = 4;
  private static final int[] PRIMARY = new int[CHARACTERS];
  private static final char[] ACCENT = new char[CHARACTERS];

  static {
    for (int c = 0; c < CHARACTERS; c++) {
      weigh((char) c);
    }
  }

  private TextOrder() {}

  /** Negative, zero or positive as the first sorts before, with or after the second. */
  public static int compare(String a, String b, Collation.Rule rule) {
    return rule == Collation.Rule.BINARY ? binary(a, b) : dictionary(a, b, rule);
  }

  /**
   * Bytes whose unsigned order is that of the strings, for binary rules as long as they hold no
   * control characters.
   */
  public static byte[] key(String text, Collation.Rule rule) {
    boolean binary = rule == Collation.Rule.BINARY;
    String trimmed = text.substring(0, significantLength(text));
    String significant = binary ? trimmed : composed(trimmed);
    ByteBuffer key = ByteBuffer.allocate(Integer.BYTES + 6 * significant.length());
    for (int i = 0; i < significant.length(); i++) {
      char c = significant.charAt(i);
      if (binary) {
        key.putChar(c);
      } else {
        key.put((byte) (PRIMARY[c] >>> Short.SIZE)).putShort((short) PRIMARY[c]);
      }
    }
    if (!binary) {
      key.put((byte) 0).putShort((short) 0);
    }
    if (!binary && !rule.ignoresAccents()) {
      significant.chars().forEach(c -> key.putChar(ACCENT[c]));
    }
    if (!binary && !rule.ignoresCase()) {
      significant.chars().forEach(c -> key.put((byte) (Character.isUpperCase(c) ? 1 : 0)));
    }
    return Arrays.copyOf(key.array(), key.position());
  }

  /** True if the characters are the same but for what the rule does not count. */
  public static boolean sameCharacter(char a, char b, Collation.Rule rule) {
    return a == b
        || (rule != Collation.Rule.BINARY
            && PRIMARY[a] == PRIMARY[b]
            && (rule.ignoresAccents() || ACCENT[a] == ACCENT[b])
            && (rule.ignoresCase() || Character.isUpperCase(a) == Character.isUpperCase(b)));
  }

  private static int significantLength(String text) {
    int length = text.length();
    while (length > 0 && text.charAt(length - 1) == ' ') {
      length--;
    }
    return length;
  }

  private static int binary(String a, String b) {
    int length = Math.max(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      int difference = Character.compare(at(a, i), at(b, i));
      if (difference != 0) {
        return difference;
      }
    }
    return 0;
  }

  private static char at(String text, int index) {
    return index < text.length() ? text.charAt(index) : ' ';
  }

  private static int dictionary(String left, String right, Collation.Rule rule) {
    String a = composed(left);
    String b = composed(right);
    int length = Math.max(a.length(), b.length());
    int accents = 0;
    int cases = 0;
    for (int i = 0; i < length; i++) {
      char ca = at(a, i);
      char cb = at(b, i);
      if (ca == cb) {
        continue;
      }
      int difference = Integer.compare(PRIMARY[ca], PRIMARY[cb]);
      if (difference != 0) {
        return difference;
      }
      if (accents == 0 && !rule.ignoresAccents()) {
        accents = Character.compare(ACCENT[ca], ACCENT[cb]);
      }
      if (cases == 0) {
        cases = Boolean.compare(Character.isUpperCase(ca), Character.isUpperCase(cb));
      }
    }
    return accents != 0 || rule.ignoresCase() ? accents : cases;
  }

  /** A letter and its accent as one character where Unicode has it. */
  private static String composed(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '\u0300' && Character.getType(c) == Character.NON_SPACING_MARK) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
      }
    }
    return text;
  }

  private static void weigh(char c) {
    char folded = Character.toLowerCase(Character.toUpperCase(c));
    if (Character.isSurrogate(c)) {
      PRIMARY[c] = LETTER << GROUP_SHIFT | c;
      return;
    }
    String parts = Normalizer.normalize(String.valueOf(folded), Normalizer.Form.NFD);
    char base = parts.charAt(0);
    PRIMARY[c] = group(base) << GROUP_SHIFT | rank(base);
    int accent = 0;
    for (int i = 1; i < parts.length(); i++) {
      accent = 31 * accent + parts.charAt(i);
    }
    ACCENT[c] = (char) accent;
  }

  private static int group(char c) {
    if (Character.isLetter(c)) {
      return LETTER;
    }
    if (Character.isDigit(c)) {
      return DIGIT;
    }
    if (Character.getType(c) == Character.MATH_SYMBOL && c != '|' && c != '~') {
      return MATHEMATICS;
    }
    return c == ' ' ? BLANK : PUNCTUATION;
  }

  private static int rank(char c) {
    return switch (c) {
      case '\'' -> 0;
      case '-' -> 1;
      default -> 2 + c;
    };
  }
}
