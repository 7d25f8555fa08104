package dev.mssqlcdc.writer.core;

/**
 * A record that goes to the dead letter topic.
 *
 * @param reason why it cannot be used
 */
public record DeadLetter(RawRecord record, BadRecordException reason) {}
