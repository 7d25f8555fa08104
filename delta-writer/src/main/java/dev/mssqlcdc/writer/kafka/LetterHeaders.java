package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.writer.core.DeadLetter;
import dev.mssqlcdc.writer.tables.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** What a dead letter's headers say of the record that it was. */
final class LetterHeaders {

  private static final String PREFIX = "mssqlcdc.dead_letter.";
  private static final String TOPIC = PREFIX + "topic";
  private static final String TOPIC_ID = PREFIX + "topic_id";
  private static final String PARTITION = PREFIX + "partition";
  private static final String OFFSET = PREFIX + "offset";
  private static final String SCHEMA_ID = PREFIX + "schema_id";
  private static final String REASON = PREFIX + "reason";
  private static final String WRITER = PREFIX + "writer";
  private static final String TABLE = PREFIX + "table";

  private LetterHeaders() {}

  static Headers of(Topic topic, DeadLetter letter) {
    Headers headers = new RecordHeaders();
    add(headers, TOPIC, topic.name());
    add(headers, TOPIC_ID, topic.id());
    add(headers, PARTITION, "0");
    add(headers, OFFSET, Long.toString(letter.record().offset()));
    add(headers, SCHEMA_ID, letter.reason().schemaId());
    add(headers, REASON, letter.reason().reason());
    add(headers, WRITER, topic.writerId());
    add(headers, TABLE, topic.table());
    return headers;
  }

  /** The offset of the record that a letter was; empty when it came from elsewhere. */
  static Optional<Long> offset(Headers headers, Topic topic) {
    boolean isOurs =
        topic.id().equals(text(headers, TOPIC_ID))
            && topic.writerId().equals(text(headers, WRITER));
    return isOurs ? Optional.of(Long.valueOf(text(headers, OFFSET))) : Optional.empty();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(name, bytes(value));
  }

  private static String text(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
  }
}
