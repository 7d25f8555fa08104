package dev.mssqlcdc.connector.core;

/** Text that UTF-8 can hold: SQL Server stores UTF-16 units and does not check that they pair. */
public final class Surrogates {

  private static final char REPLACEMENT = '\uFFFD';

  private Surrogates() {}

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
