package dev.mssqlcdc.writer.core;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.OptionalLong;

/**
 * A gap that the owner of a table has accepted, and that the table's next batch will tell of.
 *
 * @param what what was missing, for people
 * @param acceptedAt microseconds UTC
 * @param formerTopicId the topic id that the table was written under so far
 * @param next where reading goes on; empty for where it stopped
 */
public record AcceptedGap(String what, long acceptedAt, String formerTopicId, OptionalLong next) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String WHAT = "what";
  private static final String ACCEPTED_AT = "accepted_at";
  private static final String FORMER_TOPIC_ID = "former_topic_id";
  private static final String NEXT = "next";

  public String toJson() {
    ObjectNode json =
        JSON.createObjectNode()
            .put(WHAT, what)
            .put(ACCEPTED_AT, acceptedAt)
            .put(FORMER_TOPIC_ID, formerTopicId);
    next.ifPresent(offset -> json.put(NEXT, offset));
    return json.toString();
  }

  /**
   * @throws IllegalArgumentException when the text is not such a gap
   */
  public static AcceptedGap parse(String text) {
    try {
      JsonNode json = JSON.readTree(text);
      return new AcceptedGap(
          json.path(WHAT).asText(),
          json.path(ACCEPTED_AT).asLong(),
          json.path(FORMER_TOPIC_ID).asText(),
          json.has(NEXT) ? OptionalLong.of(json.get(NEXT).asLong()) : OptionalLong.empty());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not an accepted gap: " + text, e);
    }
  }
}
