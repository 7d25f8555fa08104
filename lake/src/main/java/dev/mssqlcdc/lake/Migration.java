package dev.mssqlcdc.lake;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One step from a version of a kind's tables to the next. It only adds: what readers and older
 * releases know stays where it is.
 *
 * @param columns columns that it adds at the end
 * @param properties table properties of ours that it sets; Delta's own may ask for a protocol that
 *     the table does not have, and that is its owner's to change
 * @param required whether a release that does not know it must not write the table
 */
public record Migration(List<Column> columns, Map<String, String> properties, boolean required) {

  private static final String OURS = "mssqlcdc.";

  public Migration {
    columns = List.copyOf(columns);
    properties = Collections.unmodifiableMap(new TreeMap<>(properties));
    for (String property : properties.keySet()) {
      if (!property.startsWith(OURS)
          || property.equals(Properties.SCHEMA_VERSION)
          || property.equals(Properties.MIN_VERSION)) {
        throw new IllegalArgumentException("a migration must not set the property " + property);
      }
    }
  }

  public static Migration adding(Column... columns) {
    return new Migration(List.of(columns), Map.of(), false);
  }

  public static Migration setting(String property, String value) {
    return new Migration(List.of(), Map.of(property, value), false);
  }

  /** The same, and releases that do not know it must not write the table any more. */
  public Migration asRequired() {
    return new Migration(columns, properties, true);
  }

  /**
   * Those of its columns that a table lacks.
   *
   * @param table for messages
   * @param types the table's columns, see {@link LakeTable#columnTypes}
   * @throws LakeException when the table has such a column already, and another one
   */
  List<Column> missingIn(String table, Map<String, String> types) {
    List<Column> missing = new ArrayList<>();
    for (Column column : columns) {
      Optional<Map.Entry<String, String>> there =
          types.entrySet().stream()
              .filter(entry -> entry.getKey().equalsIgnoreCase(column.name()))
              .findFirst();
      if (there.isEmpty()) {
        missing.add(column);
      } else if (!there.get().equals(Map.entry(column.name(), column.type().name()))) {
        throw new LakeException(
            ("%s has a column '%s' of type %s, this release adds '%s' of type %s: rename or drop the"
                    + " table's own column")
                .formatted(
                    table,
                    there.get().getKey(),
                    there.get().getValue(),
                    column.name(),
                    column.type()));
      }
    }
    return missing;
  }
}
