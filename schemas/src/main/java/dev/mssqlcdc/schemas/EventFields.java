package dev.mssqlcdc.schemas;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;

/**
 * Names inside the {@link Fields#EVENT} struct and its {@code metrics}, and both as Avro schemas.
 */
public final class EventFields {

  /**
   * string: the same for every repetition of one event, different for any two events of a table.
   */
  public static final String ID = "id";

  /** string: {@link EventType#wireName()}. */
  public static final String TYPE = "type";

  /** string: JSON of the type's {@link EventDetail}. */
  public static final String DETAIL = "detail";

  /** int64: rows of the range (progress) or of the chunk; null where none are counted. */
  public static final String ROWS = "rows";

  /** int64, microseconds UTC: where a gap begins; null on events that are no gap. */
  public static final String LOST_FROM_TS = "lost_from_ts";

  /** int64, microseconds UTC: where a gap ends; null on events that are no gap. */
  public static final String LOST_TO_TS = "lost_to_ts";

  /** struct: how the read went; each field as in the facts table; null where nothing was read. */
  public static final String METRICS = "metrics";

  private static final String RESOURCE = "event.avsc";

  private EventFields() {}

  /**
   * The Avro record of an event, as the connector's converter registers it.
   *
   * @throws SchemaParseException if the build is broken
   */
  public static Schema eventSchema() {
    try (var in = EventFields.class.getResourceAsStream(RESOURCE)) {
      return new Schema.Parser().parse(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The Avro record of an event's metrics. */
  public static Schema metricsSchema() {
    return eventSchema().getField(METRICS).schema().getTypes().get(1);
  }
}
