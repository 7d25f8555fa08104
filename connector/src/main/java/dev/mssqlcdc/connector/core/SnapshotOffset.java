package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Lsn;
import java.util.Optional;

/**
 * How far a table's snapshot has been handed on.
 *
 * @param state what became of the newest snapshot
 * @param ordinal counts the table's snapshots from 1; 0 before the first
 * @param s LSN at its open: commits at or below it are in what it reads
 * @param max the greatest key at its open, its end; none of an empty or keyless table
 * @param stamp L, the {@code _start_lsn} of the rows of the chunk being read
 * @param chunk number of the chunk being read, from 0
 * @param rows of that chunk that were handed on
 * @param low the greatest key of the chunk before
 * @param last the key of the last row handed on
 * @param readUntil the greatest {@code read_until} of the chunks before, microseconds UTC
 */
public record SnapshotOffset(
    State state,
    long ordinal,
    Lsn s,
    RowKey max,
    Lsn stamp,
    int chunk,
    long rows,
    RowKey low,
    RowKey last,
    long readUntil)
    implements OffsetChange {

  /** What became of the newest snapshot. */
  public enum State {
    /** There is none, and none is needed. */
    NONE,
    /** One is to be opened; changes wait for that. */
    WANTED,
    OPEN,
    /** Its last chunk was handed on, that it is complete was not yet. */
    READ,
    DONE
  }

  /** No snapshot was ever opened. */
  public static final SnapshotOffset NONE = first(State.NONE);

  /** The table's first snapshot is due; a table that stops before it opens still needs it. */
  public static final SnapshotOffset WANTED = first(State.WANTED);

  private static SnapshotOffset first(State state) {
    return new SnapshotOffset(
        state, 0, Lsn.ZERO, RowKey.NONE, Lsn.ZERO, 0, 0, RowKey.NONE, RowKey.NONE, 0);
  }

  /** Another snapshot is needed in the place of this one. */
  public SnapshotOffset again() {
    return with(State.WANTED);
  }

  /** The next snapshot of the table, opened at S. */
  public SnapshotOffset openNext(Lsn at, RowKey greatest) {
    return new SnapshotOffset(
        State.OPEN, ordinal + 1, at, greatest, at, 0, 0, RowKey.NONE, RowKey.NONE, 0);
  }

  /** A chunk of which a row was handed on keeps its stamp. */
  public SnapshotOffset stamped(Lsn lsn) {
    return rows > 0 ? this : chunk(lsn, rows, last);
  }

  /** One row more of the chunk. */
  public SnapshotOffset row(RowKey key) {
    return chunk(stamp, rows + 1, key);
  }

  private SnapshotOffset chunk(Lsn lsn, long handedOn, RowKey key) {
    return new SnapshotOffset(state, ordinal, s, max, lsn, chunk, handedOn, low, key, readUntil);
  }

  /**
   * The chunk was handed on, and the next begins.
   *
   * @param until the chunk's {@code read_until}
   */
  public SnapshotOffset nextChunk(long until) {
    return new SnapshotOffset(
        state, ordinal, s, max, stamp, chunk + 1, 0, last, last, Math.max(readUntil, until));
  }

  /** The chunk was handed on, and is the last. */
  public SnapshotOffset read(long until) {
    return nextChunk(until).with(State.READ);
  }

  public SnapshotOffset done() {
    return with(State.DONE);
  }

  private SnapshotOffset with(State next) {
    return new SnapshotOffset(next, ordinal, s, max, stamp, chunk, rows, low, last, readUntil);
  }

  /** Whether something of it is still to be handed on. */
  public boolean isDue() {
    return state == State.WANTED || state == State.OPEN || state == State.READ;
  }

  public boolean isWanted() {
    return state == State.WANTED;
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
