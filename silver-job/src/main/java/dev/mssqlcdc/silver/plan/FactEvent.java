package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.EventDetail;
import java.util.Objects;

/**
 * An event of a source table, as the facts table holds it.
 *
 * @param detail what it says
 * @param at where it stands in its topic
 */
public record FactEvent(EventDetail detail, EventOffset at) {

  public FactEvent {
    Objects.requireNonNull(detail, "detail");
    Objects.requireNonNull(at, "at");
  }

  long offset() {
    return at.offset();
  }
}
