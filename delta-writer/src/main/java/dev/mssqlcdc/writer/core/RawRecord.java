package dev.mssqlcdc.writer.core;

import java.util.Optional;

/** A record as it came from the topic, not decoded. The arrays belong to it. */
public final class RawRecord {

  // What a record costs in memory besides its bytes.
  private static final int OVERHEAD = 96;

  private final long offset;
  private final byte[] key;
  private final byte[] value;
  private final Optional<String> eventType;
  private final long arrivedAt;

  /**
   * @param key null for a keyless row or an event
   * @param value null for a tombstone, which no connector of ours writes
   * @param eventType of the event header; empty for a row
   * @param arrivedAt milliseconds since 1970
   */
  public RawRecord(
      long offset, byte[] key, byte[] value, Optional<String> eventType, long arrivedAt) {
    this.offset = offset;
    this.key = key;
    this.value = value;
    this.eventType = eventType;
    this.arrivedAt = arrivedAt;
  }

  public long offset() {
    return offset;
  }

  public Optional<byte[]> key() {
    return Optional.ofNullable(key);
  }

  public Optional<byte[]> value() {
    return Optional.ofNullable(value);
  }

  public Optional<String> eventType() {
    return eventType;
  }

  public long arrivedAt() {
    return arrivedAt;
  }

  /** Bytes of memory that it takes, about. */
  public long size() {
    return (long) OVERHEAD + (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
  }
}
