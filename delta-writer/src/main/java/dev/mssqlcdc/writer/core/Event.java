package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventDetail.Progress;
import dev.mssqlcdc.schemas.EventJson;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * An event of the source.
 *
 * @param id the same for every repetition of the event
 * @param type its name on the wire, maybe one that this release does not know
 * @param detail JSON
 * @param rows rows of the range or the chunk
 * @param lostFromTs where a gap begins, microseconds UTC
 * @param lostToTs where a gap ends, microseconds UTC
 * @param metrics how the read went, by the facts table's column names
 */
public record Event(
    String id,
    String type,
    String detail,
    OptionalLong rows,
    OptionalLong lostFromTs,
    OptionalLong lostToTs,
    Map<String, Object> metrics) {

  public Event {
    metrics = Map.copyOf(metrics);
  }

  public boolean is(EventType other) {
    return type.equals(other.wireName());
  }

  /**
   * The detail; empty for a type that this release does not know.
   *
   * @throws IllegalArgumentException when the JSON is not that of the type
   */
  public Optional<EventDetail> parsed() {
    Optional<EventDetail> parsed =
        Arrays.stream(EventType.values())
            .filter(this::is)
            .findFirst()
            .map(known -> EventJson.read(known, detail));
    if (parsed.orElse(null) instanceof Progress progress) {
      check(progress);
    }
    return parsed;
  }

  private static void check(Progress progress) {
    if (progress.server() == null || progress.database() == null) {
      throw new IllegalArgumentException("a progress event names no source");
    }
    Stream.of(progress.from(), progress.start()).filter(Objects::nonNull).forEach(Lsn::parse);
  }
}
