package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.EventDetail;
import java.util.Objects;

/**
 * An event of a source table, as the facts table holds it.
 *
 * @param detail what it says
 * @param offset Kafka offset of the event's record
 */
public record FactEvent(EventDetail detail, long offset) {

  public FactEvent {
    Objects.requireNonNull(detail, "detail");
  }
}
