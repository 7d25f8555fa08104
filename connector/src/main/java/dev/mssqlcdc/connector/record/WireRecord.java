package dev.mssqlcdc.connector.record;

import org.apache.kafka.connect.data.Struct;

/**
 * A record's contents, before its offset is known.
 *
 * @param key null for a keyless table and for events
 * @param value the flat value
 * @param eventType the header that marks an event; null on rows
 * @param bytes rough size in memory
 */
public record WireRecord(Struct key, Struct value, String eventType, long bytes) {}
