package dev.mssqlcdc.soak;

import java.util.HashMap;
import java.util.Map;

/**
 * A row as the load left it.
 *
 * @param number tells it from the table's other rows
 * @param values by column, without those that number it; a column that lacks is NULL
 */
record Row(long number, Map<String, Object> values) {

  /** The same row after an update; a value of null is NULL. */
  Row with(Map<String, Object> changed) {
    return new Row(number, merged(changed));
  }

  Row movedTo(long newNumber, Map<String, Object> changed) {
    return new Row(newNumber, merged(changed));
  }

  private Map<String, Object> merged(Map<String, Object> changed) {
    Map<String, Object> merged = new HashMap<>(values);
    merged.putAll(changed);
    return merged;
  }
}
