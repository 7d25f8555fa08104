package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.Lsn;
import java.util.Objects;

/**
 * A partial snapshot that is complete: silver takes those of its rows that nothing later speaks
 * against, and loses no row by it.
 *
 * @param id unique in its table
 * @param from the LSN at its open
 * @param readUntil as in {@link SourceSnapshot.Complete}
 * @param at the event that told of its completion
 */
public record PartialSnapshot(String id, Lsn from, long readUntil, EventOffset at)
    implements Addition {

  public PartialSnapshot {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(at, "at");
  }

  /** Nothing holds the verdict for it, so it waits until it is settled. */
  @Override
  public boolean isReadyAt(Verdict verdict) {
    return verdict.hasPassed(readUntil);
  }
}
