package dev.mssqlcdc.writer.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import dev.mssqlcdc.lake.Facts;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A row of the facts table: values by column name, absent where there is none. Times are
 * microseconds UTC.
 */
public record FactsRow(Map<String, Object> values) {

  public FactsRow {
    Map<String, Object> present = new HashMap<>(values);
    present.values().removeIf(value -> value == null);
    values = Collections.unmodifiableMap(present);
  }

  public Optional<String> text(String column) {
    return Optional.ofNullable((String) values.get(column));
  }

  public OptionalLong number(String column) {
    return values.get(column) instanceof Long number
        ? OptionalLong.of(number)
        : OptionalLong.empty();
  }

  public OptionalDouble decimal(String column) {
    return values.get(column) instanceof Double number
        ? OptionalDouble.of(number)
        : OptionalDouble.empty();
  }

  /** Whether it is the row of a batch, not of an event. */
  public boolean isBatch() {
    return text(Facts.EVENT).isEmpty();
  }

  /** The table's state after the batch whose row this is. */
  public TableState state() {
    return StateJson.state(this);
  }

  ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    values.forEach((column, value) -> json.putPOJO(column, value));
    return json;
  }

  static FactsRow ofJson(JsonNode json) {
    Map<String, Object> values = new HashMap<>();
    for (Column column : Facts.columns()) {
      if (json.has(column.name())) {
        values.put(column.name(), value(column.type(), json.get(column.name())));
      }
    }
    return new FactsRow(values);
  }

  private static Object value(DeltaType type, JsonNode json) {
    return switch (type.name()) {
      case "long", "timestamp_ntz" -> json.asLong();
      case "double" -> json.asDouble();
      case "string" -> json.asText();
      default -> throw new IllegalStateException("facts have no column of type " + type);
    };
  }
}
