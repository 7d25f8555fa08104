package dev.mssqlcdc.connector.signal;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.mssqlcdc.connector.core.Signal;
import dev.mssqlcdc.connector.core.SignalPosition;
import dev.mssqlcdc.connector.core.SqlCondition;
import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.schemas.Surrogates;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The JSON text of a signal: {@code {"id": "a", "type": "snapshot", "table": "dbo.orders", "where":
 * "region = 'EU'"}}.
 */
final class SignalJson {

  static final int MAX_ID = 100;
  static final int MAX_WHERE = 8_000;

  private static final String ID = "id";
  private static final String TYPE = "type";
  private static final String TABLE = "table";
  private static final String WHERE = "where";
  private static final List<String> KNOWN = List.of(ID, TYPE, TABLE, WHERE);
  private static final List<String> TYPES =
      Arrays.stream(Signal.Action.values()).map(SignalJson::type).toList();

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private SignalJson() {}

  /**
   * @param value of the record; null for a tombstone
   * @throws IllegalArgumentException saying what is wrong with it
   */
  static Signal parse(SignalPosition at, byte[] value) {
    JsonNode object = object(value);
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      require(KNOWN.contains(name), "property '" + abbreviated(name) + "' is not one of " + KNOWN);
    }
    String id = text(object, ID).orElse("");
    require(!id.isBlank(), "it has no id; give each signal one of its own");
    require(id.length() <= MAX_ID, "its id has more than " + MAX_ID + " characters");
    Signal.Action action = action(text(object, TYPE).orElse(type(Signal.Action.SNAPSHOT)));
    Optional<TableId> table = text(object, TABLE).map(SignalJson::table);
    require(
        action != Signal.Action.SNAPSHOT || table.isPresent(),
        "it names no table to read; add \"table\": \"schema.table\"");
    Optional<String> where = text(object, WHERE);
    require(
        action == Signal.Action.SNAPSHOT || where.isEmpty(),
        "only a snapshot can have a condition; leave out 'where'");
    where.ifPresent(SignalJson::checkCondition);
    return new Signal(at, id, action, table, where);
  }

  private static JsonNode object(byte[] value) {
    require(value != null, "it has no value");
    try {
      JsonNode node = JSON.readTree(value);
      require(node.isObject(), "its value is no JSON object");
      return node;
    } catch (IOException e) {
      throw new IllegalArgumentException("its value is no JSON object", e);
    }
  }

  private static Optional<String> text(JsonNode object, String property) {
    JsonNode node = object.path(property);
    if (node.isMissingNode()) {
      return Optional.empty();
    }
    require(node.isTextual(), "'" + property + "' is no text");
    String text = node.textValue();
    require(
        Surrogates.repair(text).equals(text),
        "'" + property + "' holds half of a surrogate pair, which Kafka cannot store");
    return Optional.of(text);
  }

  private static Signal.Action action(String type) {
    return Arrays.stream(Signal.Action.values())
        .filter(action -> type(action).equals(type))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "type '" + abbreviated(type) + "' is not one of " + TYPES));
  }

  private static String type(Signal.Action action) {
    return action.name().toLowerCase(Locale.ROOT);
  }

  private static TableId table(String text) {
    try {
      return TableId.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "table '%s' is %s".formatted(abbreviated(text), e.getMessage()), e);
    }
  }

  private static void checkCondition(String where) {
    require(!where.isBlank(), "its condition is blank; leave out 'where' to read every row");
    require(where.length() <= MAX_WHERE, "'where' has more than " + MAX_WHERE + " characters");
    SqlCondition.fault(where)
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException("'where' is no condition: " + fault);
            });
  }

  private static String abbreviated(String text) {
    return text.length() <= MAX_ID ? text : text.substring(0, MAX_ID) + "...";
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
