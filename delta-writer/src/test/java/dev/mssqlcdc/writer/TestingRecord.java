package dev.mssqlcdc.writer;

import dev.mssqlcdc.writer.core.RawRecord;
import java.util.Optional;

/** A record of a topic, without its offset. */
public final class TestingRecord {

  private final byte[] key;
  private final byte[] value;
  private final Optional<String> event;

  public TestingRecord(byte[] key, byte[] value, Optional<String> event) {
    this.key = key;
    this.value = value;
    this.event = event;
  }

  public byte[] key() {
    return key;
  }

  public byte[] value() {
    return value;
  }

  public Optional<String> event() {
    return event;
  }

  public RawRecord at(long offset) {
    return new RawRecord(offset, key, value, event, System.currentTimeMillis());
  }
}
