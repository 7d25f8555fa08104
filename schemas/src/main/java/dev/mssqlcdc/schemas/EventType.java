package dev.mssqlcdc.schemas;

import java.util.Arrays;
import java.util.Locale;

/** Kinds of events that travel in line with the rows of their table. */
public enum EventType {
  PROGRESS,
  SCHEMA_CHANGE,
  CAPTURE_INSTANCE_SWITCHED,
  CAPTURE_INSTANCE_RELEASED,
  KEY_CHANGED,
  DATA_SKIPPED,
  SNAPSHOT_OPEN,
  SNAPSHOT_CHUNK,
  SNAPSHOT_STOPPED,
  BOOTSTRAP,
  RESNAPSHOT,
  TABLE_STOPPED;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  /** The type on the wire and in the facts table's {@code event} column. */
  public String wireName() {
    return wireName;
  }

  /**
   * @throws IllegalArgumentException for a type this version does not know
   */
  public static EventType of(String wireName) {
    return Arrays.stream(values())
        .filter(type -> type.wireName.equals(wireName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown event type '" + wireName + "'"));
  }
}
