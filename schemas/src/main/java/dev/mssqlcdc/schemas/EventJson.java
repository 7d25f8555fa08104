package dev.mssqlcdc.schemas;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.UncheckedIOException;

/** The JSON text of an event's {@code detail}. */
public final class EventJson {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private EventJson() {}

  public static String write(EventDetail detail) {
    try {
      return JSON.writeValueAsString(detail);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @throws IllegalArgumentException when the text is not the JSON of that type's detail
   */
  public static EventDetail read(EventType type, String json) {
    try {
      EventDetail detail = JSON.readValue(json, detailClass(type));
      if (detail != null) {
        return detail;
      }
      throw wrong(type, json, null);
    } catch (JsonProcessingException e) {
      throw wrong(type, json, e);
    }
  }

  private static IllegalArgumentException wrong(EventType type, String json, Exception cause) {
    return new IllegalArgumentException(
        "detail of a '" + type.wireName() + "' event is not what it should be: " + json, cause);
  }

  private static Class<? extends EventDetail> detailClass(EventType type) {
    return switch (type) {
      case PROGRESS -> EventDetail.Progress.class;
      case SCHEMA_CHANGE -> EventDetail.SchemaChange.class;
      case CAPTURE_INSTANCE_SWITCHED -> EventDetail.CaptureInstanceSwitched.class;
      case CAPTURE_INSTANCE_RELEASED -> EventDetail.CaptureInstanceReleased.class;
      case KEY_CHANGED -> EventDetail.KeyChanged.class;
      case DATA_SKIPPED -> EventDetail.DataSkipped.class;
      case SNAPSHOT_OPEN -> EventDetail.SnapshotOpen.class;
      case SNAPSHOT_CHUNK -> EventDetail.SnapshotChunk.class;
      case SNAPSHOT_STOPPED -> EventDetail.SnapshotStopped.class;
      case BOOTSTRAP, RESNAPSHOT -> EventDetail.SnapshotComplete.class;
      case TABLE_STOPPED -> EventDetail.TableStopped.class;
    };
  }
}
