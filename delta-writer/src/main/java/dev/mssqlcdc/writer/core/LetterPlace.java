package dev.mssqlcdc.writer.core;

/**
 * A place in partition 0 of the dead letter topic.
 *
 * @param topicId Kafka's id of it
 */
public record LetterPlace(String topic, String topicId, long offset) {}
