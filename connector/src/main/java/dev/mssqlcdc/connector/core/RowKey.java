package dev.mssqlcdc.connector.core;

import java.util.List;

/** The key of a row as texts, made only when someone looks: every row of a snapshot has one. */
public final class RowKey {

  /** No row's. */
  public static final RowKey NONE = new RowKey(List.of(), new Object[0]);

  private final List<Column> columns;
  private final Object[] values;
  private List<String> texts;

  private RowKey(List<Column> columns, Object[] values) {
    this.columns = columns;
    this.values = values;
  }

  /**
   * @param key the key's columns
   * @param values in wire form; kept
   */
  public static RowKey of(List<Column> key, Object[] values) {
    return new RowKey(key, values);
  }

  /** A key whose texts are known. */
  public static RowKey of(List<String> texts) {
    RowKey key = new RowKey(List.of(), new Object[0]);
    key.texts = List.copyOf(texts);
    return key;
  }

  /** As {@link KeyText} writes them; empty for no row's. */
  public List<String> texts() {
    if (texts == null) {
      texts = KeyText.of(columns, values);
    }
    return texts;
  }

  public boolean isNone() {
    return texts().isEmpty();
  }

  /** The texts for an event, in which no row's key is null. */
  public List<String> textsOrNull() {
    return isNone() ? null : texts();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey key && texts().equals(key.texts());
  }

  @Override
  public int hashCode() {
    return texts().hashCode();
  }

  @Override
  public String toString() {
    return SqlNames.formatList(texts());
  }
}
