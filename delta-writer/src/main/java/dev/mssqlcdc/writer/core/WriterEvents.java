package dev.mssqlcdc.writer.core;

import com.fasterxml.jackson.databind.ObjectMapper;

/** Events that the writer itself tells in the facts table, and their details. */
final class WriterEvents {

  /** A record was moved to the dead letter topic. */
  static final String DEAD_LETTER = "dead_letter";

  /** The table's owner accepted that records are missing. */
  static final String GAP_ACCEPTED = "gap_accepted";

  private static final ObjectMapper JSON = new ObjectMapper();

  private WriterEvents() {}

  static String deadLetter(String topic, DeadLetter letter, LetterPlace place) {
    return JSON.createObjectNode()
        .put("topic", topic)
        .put("partition", 0)
        .put("offset", letter.record().offset())
        .put("schema_id", letter.reason().schemaId())
        .put("reason", letter.reason().reason())
        .put("dead_letter_topic", place.topic())
        .put("dead_letter_partition", 0)
        .put("dead_letter_offset", place.offset())
        .toString();
  }

  static String gapAccepted(AcceptedGap gap, long offset) {
    return JSON.createObjectNode()
        .put("what", gap.what())
        .put("accepted_at", gap.acceptedAt())
        .put("former_topic_id", gap.formerTopicId())
        .put("first_offset_after", offset)
        .toString();
  }
}
