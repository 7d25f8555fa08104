package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.Collation.Rule;
import dev.mssqlcdc.standin.model.Language;
import dev.mssqlcdc.standin.model.LikePattern;
import dev.mssqlcdc.standin.model.TextOrder;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.UUID;

/**
 * Functions that compare characters or sort values, as H2 calls them. The rule is a collation's.
 */
public final class TextFunctions {
  private TextFunctions() {}

  /** The method of each function. */
  static Map<String, String> names() {
    return Map.of(
        "sys.is_like", "isLike",
        "sys.sort_key", "sortKey",
        "sys.single_byte", "singleByte",
        "sys.guid_key", "guidKey",
        "sys.guid_of_key", "guidOfKey",
        "sys.text_length", "length",
        "sys.text_charindex", "charIndex",
        "sys.text_patindex", "patternIndex",
        "sys.text_replace", "replace");
  }

  /**
   * LIKE.
   *
   * @param singleByte 1 if neither side is Unicode: then the text's trailing blanks do not count
   */
  public static Boolean isLike(
      String text, String pattern, String escape, String rule, int singleByte) {
    if (text == null || pattern == null || escape == null) {
      return null;
    }
    Rule by = Rule.valueOf(rule);
    return LikePattern.matches(text, pattern, escape, by)
        || (singleByte == 1 && LikePattern.matches(text.stripTrailing(), pattern, escape, by));
  }

  /** Bytes that sort as the text does. */
  public static byte[] sortKey(String text, String rule) {
    return text == null ? null : TextOrder.key(text, Rule.valueOf(rule));
  }

  /** The text as a code page holds it. */
  public static String singleByte(String text, String language) {
    return text == null ? null : Language.valueOf(language).narrowed(text);
  }

  /** The bytes of a uniqueidentifier, those first that SQL Server compares first. */
  public static byte[] guidKey(UUID guid) {
    if (guid == null) {
      return null;
    }
    long high = guid.getMostSignificantBits();
    long low = guid.getLeastSignificantBits();
    return ByteBuffer.allocate(16)
        .putShort((short) (low >>> 32))
        .putInt((int) low)
        .putShort((short) (low >>> 48))
        .put(reversed((int) high & 0xFFFF, 2))
        .put(reversed((int) (high >>> 16) & 0xFFFF, 2))
        .put(reversed((int) (high >>> 32), 4))
        .array();
  }

  /** The uniqueidentifier of such bytes. */
  public static UUID guidOfKey(byte[] key) {
    if (key == null) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.wrap(key);
    long low = (bytes.getShort() & 0xFFFFL) << 32;
    low |= bytes.getInt() & 0xFFFFFFFFL;
    low |= (bytes.getShort() & 0xFFFFL) << 48;
    long third = Short.reverseBytes(bytes.getShort()) & 0xFFFFL;
    long second = Short.reverseBytes(bytes.getShort()) & 0xFFFFL;
    long first = Integer.reverseBytes(bytes.getInt()) & 0xFFFFFFFFL;
    return new UUID((first << 32) | (second << 16) | third, low);
  }

  private static byte[] reversed(int value, int bytes) {
    byte[] result = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      result[i] = (byte) (value >>> (Byte.SIZE * i));
    }
    return result;
  }

  /** LEN: characters without trailing blanks. */
  public static Integer length(String text) {
    if (text == null) {
      return null;
    }
    int length = text.length();
    while (length > 0 && text.charAt(length - 1) == ' ') {
      length--;
    }
    return length;
  }

  /** CHARINDEX: one-based, 0 if nothing is found. */
  public static Integer charIndex(String rule, String sought, String text) {
    return charIndex(rule, sought, text, 1);
  }

  /** CHARINDEX from a one-based place on. */
  public static Integer charIndex(String rule, String sought, String text, Integer from) {
    if (sought == null || text == null || from == null) {
      return null;
    }
    return sought.isEmpty()
        ? 0
        : 1 + indexOf(Rule.valueOf(rule), sought, text, Math.max(0, from - 1));
  }

  private static int indexOf(Rule rule, String sought, String text, int from) {
    for (int i = from; i + sought.length() <= text.length(); i++) {
      int same = 0;
      while (same < sought.length()
          && TextOrder.sameCharacter(sought.charAt(same), text.charAt(i + same), rule)) {
        same++;
      }
      if (same == sought.length()) {
        return i;
      }
    }
    return -1;
  }

  /** PATINDEX: one-based, 0 if nothing matches. */
  public static Integer patternIndex(String rule, String pattern, String text) {
    if (pattern == null || text == null) {
      return null;
    }
    Rule by = Rule.valueOf(rule);
    if (pattern.startsWith("%")) {
      return 1 + LikePattern.find(text, pattern.substring(1), by);
    }
    return LikePattern.matches(text, pattern, "", by) ? 1 : 0;
  }

  /** REPLACE. */
  public static String replace(String rule, String text, String sought, String replacement) {
    if (text == null || sought == null || replacement == null) {
      return null;
    }
    if (sought.isEmpty()) {
      return text;
    }
    StringBuilder result = new StringBuilder();
    int from = 0;
    int found = indexOf(Rule.valueOf(rule), sought, text, 0);
    while (found >= 0) {
      result.append(text, from, found).append(replacement);
      from = found + sought.length();
      found = indexOf(Rule.valueOf(rule), sought, text, from);
    }
    return result.append(text, from, text.length()).toString();
  }
}
