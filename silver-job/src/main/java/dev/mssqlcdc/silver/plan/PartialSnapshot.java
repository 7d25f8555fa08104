package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.Lsn;
import java.util.Objects;

/**
 * A partial snapshot, complete and settled, whose rows are images like any other: silver takes
 * those that nothing later speaks against, and loses no row by it.
 *
 * @param id unique in its table
 * @param s the LSN at its open: its rows' stamps are at or above it
 * @param completed the event that told of its completion
 */
public record PartialSnapshot(String id, Lsn s, EventOffset completed) {

  public PartialSnapshot {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(s, "s");
    Objects.requireNonNull(completed, "completed");
  }
}
