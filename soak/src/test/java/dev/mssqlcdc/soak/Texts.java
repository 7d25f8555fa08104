package dev.mssqlcdc.soak;

import java.util.random.RandomGenerator;

/** Random texts. */
final class Texts {

  private static final String ASCII = "abcdefghijklmnopqrstuvwxyz'\"\\]; \n";
  private static final String UNICODE = "aé ßΩ日本'ж";
  private static final int LONG_EVERY = 25;
  private static final int LONGEST = 20_000;
  private static final int SHORTEST = 300;

  private Texts() {}

  static String ascii(RandomGenerator random, int atMost) {
    return text(random, ASCII, atMost);
  }

  static String unicode(RandomGenerator random, int atMost) {
    return text(random, UNICODE, atMost);
  }

  /** A length for a (max) column: mostly short, at times too long for a page. */
  static int length(RandomGenerator random) {
    return random.nextInt(LONG_EVERY) == 0 ? LONGEST : SHORTEST;
  }

  private static String text(RandomGenerator random, String alphabet, int atMost) {
    var text = new StringBuilder();
    for (int length = random.nextInt(atMost + 1); text.length() < length; ) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }
}
