package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Objects;

/**
 * A chunk of a full snapshot that is not complete and settled yet. Its rows are applied before that
 * time and so may be ahead of the changes: silver's verdict waits.
 *
 * @param detail what its event says
 * @param key the snapshot's key columns; empty if they are not known
 * @param at its event
 */
public record Chunk(EventDetail.SnapshotChunk detail, List<String> key, EventOffset at)
    implements Addition {

  public Chunk {
    Objects.requireNonNull(detail, "detail");
    key = List.copyOf(key);
    Objects.requireNonNull(at, "at");
  }

  /** Its stamp. */
  @Override
  public Lsn from() {
    return Lsn.parse(detail.stamp());
  }

  /** Above the verdict changes are still to come that its rows would have to be ranked with. */
  @Override
  public boolean isReadyAt(Verdict verdict) {
    return from().compareTo(verdict.endLsn()) <= 0;
  }
}
