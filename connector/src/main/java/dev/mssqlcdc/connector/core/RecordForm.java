package dev.mssqlcdc.connector.core;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The fields that a table's records had so far. An offset holds them, so that a restart finds what
 * changed meanwhile: a consumer, and a schema registry, know the table by them.
 *
 * @param fields how the values of each field travel
 */
public record RecordForm(Map<String, WireType> fields) {

  /** The fields of a definition's columns. */
  public static RecordForm of(TableDefinition table) {
    Map<String, WireType> fields = new LinkedHashMap<>();
    Stream.concat(table.columns().stream(), table.absent().stream())
        .forEach(column -> fields.put(column.field(), column.wireType()));
    return new RecordForm(fields);
  }

  /**
   * Whether there are fields that records did not have.
   *
   * @param before fields of the records, as {@link #format} writes them
   */
  public boolean hasMoreThan(String before) {
    return !parse(before).fields().keySet().containsAll(fields.keySet());
  }

  /** Writes what {@link #parse} reads: {@code id INT32,price DECIMAL 10 2}. */
  public String format() {
    return fields.entrySet().stream()
        .map(field -> field.getKey() + " " + form(field.getValue()))
        .collect(Collectors.joining(","));
  }

  private static String form(WireType type) {
    return type.kind() == WireType.Kind.DECIMAL
        ? "%s %d %d".formatted(type.kind(), type.precision(), type.scale())
        : type.kind().toString();
  }

  /**
   * @throws IllegalArgumentException unless {@link #format} wrote the text
   */
  public static RecordForm parse(String text) {
    Map<String, WireType> fields = new LinkedHashMap<>();
    for (String field : text.isEmpty() ? List.<String>of() : List.of(text.split(",", -1))) {
      String[] words = field.split(" ", -1);
      boolean isDecimal = words.length == 4;
      if (!isDecimal && words.length != 2) {
        throw new IllegalArgumentException("not a field and its form: '" + field + "'");
      }
      fields.put(
          words[0],
          new WireType(
              WireType.Kind.valueOf(words[1]),
              isDecimal ? Integer.parseInt(words[2]) : 0,
              isDecimal ? Integer.parseInt(words[3]) : 0));
    }
    return new RecordForm(fields);
  }
}
