package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Lsn;
import java.util.Optional;

/**
 * How far a table's snapshot has been handed on.
 *
 * @param state whether one was ever opened, and whether the newest is complete
 * @param ordinal counts the table's snapshots from 1; 0 before the first
 * @param s LSN at its open: commits at or below it are in what it reads
 * @param stamp L, the {@code _start_lsn} of the rows of the chunk being read
 * @param chunk number of the chunk being read, from 0
 */
public record SnapshotOffset(State state, long ordinal, Lsn s, Lsn stamp, int chunk)
    implements OffsetChange {

  /** What became of the newest snapshot. */
  public enum State {
    NONE,
    OPEN,
    DONE
  }

  /** No snapshot was ever opened. */
  public static final SnapshotOffset NONE =
      new SnapshotOffset(State.NONE, 0, Lsn.ZERO, Lsn.ZERO, 0);

  /** The table's first snapshot is due; a table that stops before it opens still needs it. */
  public static final SnapshotOffset WANTED =
      new SnapshotOffset(State.OPEN, 0, Lsn.ZERO, Lsn.ZERO, 0);

  /** The next snapshot of the table, opened at S. */
  public SnapshotOffset openNext(Lsn at, Lsn chunkStamp) {
    return new SnapshotOffset(State.OPEN, ordinal + 1, at, chunkStamp, 0);
  }

  public SnapshotOffset done() {
    return new SnapshotOffset(State.DONE, ordinal, s, stamp, chunk);
  }

  /** The snapshot's id: S and the ordinal, since two snapshots of a quiet database share S. */
  public String id() {
    return s + "-" + ordinal;
  }

  @Override
  public TableOffset applyTo(Optional<TableOffset> before) {
    return new TableOffset(before.orElseThrow().stream(), this);
  }
}
