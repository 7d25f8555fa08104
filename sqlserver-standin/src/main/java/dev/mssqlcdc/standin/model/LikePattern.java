package dev.mssqlcdc.standin.model;

/** T-SQL's LIKE: {@code %}, {@code _}, {@code [abc]}, {@code [a-z]}, {@code [^a-z]}. */
public final class LikePattern {
  private final String pattern;
  private final char escape;
  private final Collation.Rule rule;

  private LikePattern(String pattern, String escape, Collation.Rule rule) {
    this.pattern = pattern;
    this.escape = escape.isEmpty() ? 0 : escape.charAt(0);
    this.rule = rule;
  }

  /**
   * True if the whole text matches; trailing blanks count.
   *
   * @param escape makes the next character an ordinary one; empty for none
   */
  public static boolean matches(String text, String pattern, String escape, Collation.Rule rule) {
    return new LikePattern(pattern, escape, rule).matches(text, 0, 0);
  }

  /** The zero-based place of the first match, or -1: PATINDEX without the outer percent signs. */
  public static int find(String text, String pattern, Collation.Rule rule) {
    LikePattern like = new LikePattern(pattern, "", rule);
    for (int i = 0; i <= text.length(); i++) {
      if (like.matches(text, i, 0)) {
        return i;
      }
    }
    return -1;
  }

  private boolean matches(String text, int from, int at) {
    int t = from;
    int p = at;
    int star = -1;
    int starText = 0;
    while (t < text.length() || p < pattern.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '%' && escape != '%') {
        star = ++p;
        starText = t;
        continue;
      }
      int next = p < pattern.length() && t < text.length() ? one(text.charAt(t), p) : -1;
      if (next >= 0) {
        p = next;
        t++;
      } else if (star >= 0 && starText < text.length()) {
        p = star;
        t = ++starText;
      } else {
        return false;
      }
    }
    return true;
  }

  /** The index after the pattern's element if it takes the character, else -1. */
  private int one(char c, int p) {
    char element = pattern.charAt(p);
    if (escape != 0 && element == escape && p + 1 < pattern.length()) {
      return same(c, pattern.charAt(p + 1)) ? p + 2 : -1;
    }
    if (element == '_') {
      return p + 1;
    }
    int close = element == '[' ? pattern.indexOf(']', p + 1) : -1;
    if (element == '[') {
      return close > 0 && inSet(c, p + 1, close) ? close + 1 : -1;
    }
    return same(c, element) ? p + 1 : -1;
  }

  private boolean inSet(char c, int start, int end) {
    boolean negated = pattern.charAt(start) == '^';
    int i = negated ? start + 1 : start;
    boolean found = false;
    while (i < end) {
      char low = pattern.charAt(i);
      if (escape != 0 && low == escape && i + 1 < end) {
        found |= same(c, pattern.charAt(i + 1));
        i += 2;
      } else if (i + 2 < end && pattern.charAt(i + 1) == '-') {
        found |= between(low, c, pattern.charAt(i + 2));
        i += 3;
      } else {
        found |= same(c, low);
        i++;
      }
    }
    return found != negated;
  }

  private boolean between(char low, char c, char high) {
    String text = String.valueOf(c);
    return TextOrder.compare(String.valueOf(low), text, rule) <= 0
        && TextOrder.compare(text, String.valueOf(high), rule) <= 0;
  }

  private boolean same(char a, char b) {
    return TextOrder.sameCharacter(a, b, rule);
  }
}
