package dev.mssqlcdc.writer.tables;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mssqlcdc.lake.Properties;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The key columns in a bronze table's properties. */
final class TableKeys {

  private static final ObjectMapper JSON = new ObjectMapper();

  private TableKeys() {}

  /**
   * Compares the property with the key of the newest row.
   *
   * @param keys empty when the batch has no row, an empty list for a keyless one
   * @param set takes the property when it changes
   * @return the property's name when it is to be removed
   */
  static Set<String> changes(
      Map<String, String> properties, Optional<List<String>> keys, Map<String, String> set) {
    if (keys.isEmpty()) {
      return Set.of();
    }
    boolean present = properties.containsKey(Properties.KEY_COLUMNS);
    if (keys.get().isEmpty()) {
      return present ? Set.of(Properties.KEY_COLUMNS) : Set.of();
    }
    String json = json(keys.get());
    if (!json.equals(properties.get(Properties.KEY_COLUMNS))) {
      set.put(Properties.KEY_COLUMNS, json);
    }
    return Set.of();
  }

  private static String json(List<String> names) {
    try {
      return JSON.writeValueAsString(names);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
