package dev.mssqlcdc.connector.core;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Stops a table at a row that the worker's producer would refuse: that would end the whole task,
 * and say neither which row it was nor why.
 *
 * @param maxBytes of a row on the wire
 */
public record RowLimit(long maxBytes) {

  private static final int RECORD_BYTES = 200;
  private static final long COLUMN_BYTES = 16;
  private static final int UTF8_BYTES_PER_CHAR = 3;
  private static final int COLUMNS_TOLD = 10;
  private static final int KEY_CHARS_TOLD = 200;

  /** Bytes of a row in memory, roughly. */
  public static long inMemory(Object[] values) {
    long bytes = RECORD_BYTES + COLUMN_BYTES * values.length;
    for (Object value : values) {
      if (value instanceof String text) {
        bytes += text.length();
      } else if (value instanceof byte[] binary) {
        bytes += binary.length;
      }
    }
    return bytes;
  }

  /**
   * @param values in the order of the table's columns
   * @param inMemory their {@link #inMemory}
   * @param place where the row stands, for the message
   * @throws SourceException when the row is too large
   */
  public void check(TableDefinition table, Object[] values, long inMemory, Object place) {
    if (inMemory > maxBytes / UTF8_BYTES_PER_CHAR) {
      long onWire = RECORD_BYTES + Arrays.stream(values).mapToLong(RowLimit::onWire).sum();
      if (onWire > maxBytes) {
        throw tooLarge(table, values, onWire, place);
      }
    }
  }

  private static long onWire(Object value) {
    if (value instanceof byte[] binary) {
      return COLUMN_BYTES + binary.length;
    }
    return value instanceof String text ? COLUMN_BYTES + utf8(text) : COLUMN_BYTES;
  }

  private static long utf8(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        bytes++;
      } else {
        // A pair of surrogates takes four.
        bytes += c < 0x800 || Character.isSurrogate(c) ? 2 : UTF8_BYTES_PER_CHAR;
      }
    }
    return bytes;
  }

  private SourceException tooLarge(
      TableDefinition table, Object[] values, long onWire, Object place) {
    return new SourceException(
        SourceException.Kind.ROW_TOO_LARGE,
        "table %s: the row %s at %s takes about %d bytes (%s), row.max.bytes allows %d"
            .formatted(
                table.table(),
                key(table, values),
                place,
                onWire,
                sizes(table.columns(), values),
                maxBytes),
        "raise max.message.bytes of the table's topic, max.request.size of the worker's producer (producer.override.max.request.size of the connector) and then row.max.bytes, and restart the task; or leave large columns out by column.exclude.list");
  }

  private static String key(TableDefinition table, Object[] values) {
    List<Column> key = table.key();
    if (key.isEmpty()) {
      return "(the table has no key)";
    }
    Object[] own = key.stream().map(column -> values[table.columns().indexOf(column)]).toArray();
    List<String> texts = KeyText.of(key, own);
    return IntStream.range(0, own.length)
        .mapToObj(i -> key.get(i).name() + "=" + shortened(texts.get(i)))
        .collect(Collectors.joining(", ", "with key {", "}"));
  }

  private static String shortened(String text) {
    return text.length() > KEY_CHARS_TOLD ? text.substring(0, KEY_CHARS_TOLD) + "..." : text;
  }

  /** The columns that matter, the largest first. */
  private static String sizes(List<Column> columns, Object[] values) {
    Comparator<Integer> bySize = Comparator.comparingLong(i -> onWire(values[i]));
    return IntStream.range(0, values.length)
        .boxed()
        .sorted(Collections.reverseOrder(bySize))
        .limit(COLUMNS_TOLD)
        .map(i -> columns.get(i).name() + " " + (onWire(values[i]) - COLUMN_BYTES))
        .collect(Collectors.joining(", "));
  }
}
