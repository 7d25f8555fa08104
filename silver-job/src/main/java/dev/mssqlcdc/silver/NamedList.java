package dev.mssqlcdc.silver;

import java.util.Arrays;
import java.util.List;

/** An option of the form {@code sales=dbo.orders,dbo.lines}. */
record NamedList(String name, List<String> items) {

  /**
   * Reads one.
   *
   * @param what it should be, with an example
   * @throws IllegalArgumentException when the text has another form
   */
  static NamedList parse(String text, String what) {
    String[] parts = text.split("=", 2);
    if (parts.length < 2) {
      throw wrong(text, what);
    }
    return new NamedList(
        parts[0].strip(),
        Arrays.stream(parts[1].split(","))
            .map(String::strip)
            .filter(item -> !item.isEmpty())
            .toList());
  }

  static IllegalArgumentException wrong(String text, String what) {
    return new IllegalArgumentException("'%s' is no %s".formatted(text, what));
  }
}
