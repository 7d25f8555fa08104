package dev.mssqlcdc.silver.plan;

import java.util.Objects;

/**
 * Where an event stands in its topic. Offsets of two topics do not compare: a topic that was
 * created anew begins at 0.
 *
 * @param topicId Kafka's id of the topic
 * @param offset Kafka offset of the event's record
 */
public record EventOffset(String topicId, long offset) {

  private static final String SEPARATOR = ":";

  public EventOffset {
    Objects.requireNonNull(topicId, "topicId");
  }

  /**
   * Reads the form that {@link #toString} writes.
   *
   * @throws IllegalArgumentException when the text has another
   */
  public static EventOffset parse(String text) {
    int at = text.lastIndexOf(SEPARATOR);
    try {
      return new EventOffset(text.substring(0, at), Long.parseLong(text.substring(at + 1)));
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "no topic id and offset, as in AbCd:42: '%s'".formatted(text), e);
    }
  }

  /** Whether this event is the other one, or certainly came before it. */
  boolean isReachedBy(EventOffset other) {
    return topicId.equals(other.topicId) && offset <= other.offset;
  }

  @Override
  public String toString() {
    return topicId + SEPARATOR + offset;
  }
}
