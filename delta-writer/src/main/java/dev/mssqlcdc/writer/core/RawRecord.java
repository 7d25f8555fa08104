package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.schemas.EventType;
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
  private final int size;

  /**
   * @param key null for a keyless row or an event
   * @param value null for a tombstone, which no connector of ours writes
   * @param eventType of the event header; empty for a row
   * @param arrivedAt milliseconds since 1970
   */
  public RawRecord(
      long offset, byte[] key, byte[] value, Optional<String> eventType, long arrivedAt) {
    this(offset, key, value, eventType, arrivedAt, length(key) + length(value));
  }

  /**
   * @param bytes of key and value: to look at the arrays costs, while they are not in a cache
   */
  public RawRecord(
      long offset,
      byte[] key,
      byte[] value,
      Optional<String> eventType,
      long arrivedAt,
      int bytes) {
    this.offset = offset;
    this.key = key;
    this.value = value;
    this.eventType = eventType;
    this.arrivedAt = arrivedAt;
    this.size = OVERHEAD + bytes;
  }

  private static int length(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
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

  boolean isEvent() {
    return eventType.isPresent();
  }

  boolean isProgress() {
    return isEvent() && eventType.get().equals(EventType.PROGRESS.wireName());
  }

  public long arrivedAt() {
    return arrivedAt;
  }

  /** Bytes of memory that it takes, about. */
  public long size() {
    return size;
  }
}
