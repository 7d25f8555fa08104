package dev.mssqlcdc.silver.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mssqlcdc.lake.Properties;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.silver.plan.SilverException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.StructField;

/**
 * What a version of a bronze table says of the source table.
 *
 * @param table the version
 * @param captured the source's columns, in bronze's order
 * @param key names of the columns that identify a row; empty for a keyless table
 * @param isDeclared whether the key is one that only the user knows of
 */
record BronzeTable(
    SparkTable table, List<StructField> captured, List<String> key, boolean isDeclared) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * @throws SilverException when the key is not what it should be
   */
  static BronzeTable of(SparkTable table) {
    List<StructField> captured =
        Arrays.stream(table.schema().fields())
            .filter(field -> !Fields.isReserved(field.name()))
            .toList();
    return new BronzeTable(table, captured, key(table, captured), false);
  }

  private static List<String> key(SparkTable table, List<StructField> captured) {
    Set<String> key = new LinkedHashSet<>();
    for (String name : keyNames(table)) {
      String column =
          captured.stream()
              .map(StructField::name)
              .filter(name::equalsIgnoreCase)
              .findFirst()
              .orElseThrow(() -> wrongKey(table, "names '%s', which is no column".formatted(name)));
      if (!key.add(column)) {
        throw wrongKey(table, "names '%s' twice".formatted(name));
      }
    }
    return List.copyOf(key);
  }

  /** What a table that is fed from it says of its key; empty for a keyless one. */
  Optional<String> keyProperty() {
    if (!isDeclared) {
      return Optional.ofNullable(table.properties().get(Properties.KEY_COLUMNS));
    }
    try {
      return Optional.of(JSON.writeValueAsString(key));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names that a table's property gives; none where it has no such property. */
  static List<String> keyNames(SparkTable table) {
    String json = table.properties().get(Properties.KEY_COLUMNS);
    if (json == null) {
      return List.of();
    }
    try {
      List<String> names = new ArrayList<>();
      for (String name : JSON.readValue(json, String[].class)) {
        names.add(name == null ? "null" : name);
      }
      return names;
    } catch (JsonProcessingException e) {
      SilverException wrong = wrongKey(table, "is no JSON array of column names: " + json);
      wrong.initCause(e);
      throw wrong;
    }
  }

  private static SilverException wrongKey(SparkTable table, String what) {
    return new SilverException(
        "table %s: property %s %s; the delta-writer sets it from the topic's record key"
            .formatted(table.path(), Properties.KEY_COLUMNS, what));
  }
}
