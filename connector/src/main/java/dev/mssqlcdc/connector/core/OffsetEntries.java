package dev.mssqlcdc.connector.core;

import java.util.Map;

/**
 * Entries of a stored offset, as Connect gives them back (a long may come as another number).
 *
 * @param map the whole offset
 */
record OffsetEntries(Map<String, ?> map) {

  boolean has(String key) {
    return map.containsKey(key);
  }

  /**
   * @throws IllegalArgumentException naming the entry that is missing or malformed
   */
  String text(String key) {
    if (map.get(key) instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException(wrong(key, "a text"));
  }

  /**
   * @throws IllegalArgumentException naming the entry that is missing or malformed
   */
  long number(String key) {
    if (map.get(key) instanceof Number number) {
      return number.longValue();
    }
    throw new IllegalArgumentException(wrong(key, "a number"));
  }

  private String wrong(String key, String expected) {
    return "the stored offset has no %s '%s': %s".formatted(expected, key, map);
  }
}
