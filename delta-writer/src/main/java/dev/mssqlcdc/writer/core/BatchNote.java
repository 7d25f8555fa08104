package dev.mssqlcdc.writer.core;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mssqlcdc.lake.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The user metadata of a bronze commit: all that the facts rows of its batch hold, so that they can
 * be written after a crash.
 *
 * @param last last offset of the batch
 */
public record BatchNote(String appId, long last, List<FactsRow> facts) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String APP_ID = "app_id";
  private static final String LAST = "last";
  private static final String FACTS = "facts";

  public BatchNote {
    facts = List.copyOf(facts);
  }

  public String toJson() {
    ObjectNode json = JSON.createObjectNode().put(APP_ID, appId).put(LAST, last);
    ArrayNode rows = json.putArray(FACTS);
    facts.forEach(row -> rows.add(row.toJson()));
    return json.toString();
  }

  /** Reads a commit's user metadata; empty when it is not such a note, but someone else's. */
  public static Optional<BatchNote> parse(String text) {
    try {
      JsonNode json = JSON.readTree(text);
      if (json == null || !json.has(APP_ID) || !json.has(LAST) || !json.has(FACTS)) {
        return Optional.empty();
      }
      List<FactsRow> rows = new ArrayList<>();
      json.get(FACTS).forEach(row -> rows.add(FactsRow.ofJson(row)));
      return Optional.of(new BatchNote(json.get(APP_ID).asText(), json.get(LAST).asLong(), rows));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /**
   * The rows that the facts table lacks. Events that another instance has written in a batch
   * without rows, which needs no bronze commit, are there already.
   *
   * @param factsOffset how far the facts table has come
   */
  public List<FactsRow> missing(OptionalLong factsOffset) {
    long known = factsOffset.orElse(-1);
    return facts.stream()
        .filter(row -> row.isBatch() || row.number(Facts.BATCH_ID).orElse(-1) > known)
        .toList();
  }
}
