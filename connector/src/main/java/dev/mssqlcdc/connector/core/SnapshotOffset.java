package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Lsn;
import java.util.Optional;

/**
 * How far a table's snapshot has been handed on.
 *
 * @param state what became of the newest snapshot
 * @param ordinal counts the table's snapshots from 1; 0 before the first
 * @param reason why the newest is taken
 * @param s LSN at its open: commits at or below it are in what it reads
 * @param max the greatest key at its open, its end; none of an empty or keyless table
 * @param chunk how far it was read
 * @param lossTs when a loss last made one necessary, by the server's clock in microseconds since
 *     1970 UTC; 0 for never
 */
public record SnapshotOffset(
    State state, long ordinal, Reason reason, Lsn s, RowKey max, ChunkOffset chunk, long lossTs)
    implements OffsetChange {

  /** What became of the newest snapshot. */
  public enum State {
    /** There is none, and none is needed. */
    NONE,
    /** One is to be opened; the changes of a new table wait for that. */
    WANTED,
    OPEN,
    /** Its last chunk was handed on, that it is complete was not yet. */
    READ,
    DONE
  }

  /** Why a snapshot is taken. */
  public enum Reason {
    INITIAL,
    LOSS
  }

  /** No snapshot was ever opened. */
  public static final SnapshotOffset NONE = first(State.NONE);

  /** The table's first snapshot is due; a table that stops before it opens still needs it. */
  public static final SnapshotOffset WANTED = first(State.WANTED);

  private static SnapshotOffset first(State state) {
    return new SnapshotOffset(state, 0, Reason.INITIAL, Lsn.ZERO, RowKey.NONE, ChunkOffset.NONE, 0);
  }

  /** Another snapshot is needed in the place of this one, for the same reason. */
  public SnapshotOffset again() {
    return with(State.WANTED);
  }

  /**
   * Another snapshot is needed, whatever became of this one: changes are lost.
   *
   * @param now by the server's clock, microseconds since 1970 UTC
   */
  public SnapshotOffset afterLoss(long now) {
    return new SnapshotOffset(State.WANTED, ordinal, Reason.LOSS, s, max, chunk, now);
  }

  /** The next snapshot of the table, opened at S. */
  public SnapshotOffset openNext(Lsn at, RowKey greatest) {
    return new SnapshotOffset(
        State.OPEN, ordinal + 1, reason, at, greatest, ChunkOffset.NONE.stamped(at), lossTs);
  }

  /** The chunk begins, or goes on, in which case it keeps its stamp. */
  public SnapshotOffset stamped(Lsn lsn) {
    return with(chunk.stamped(lsn));
  }

  /** One row more of the chunk. */
  public SnapshotOffset row(RowKey key) {
    return with(chunk.row(key));
  }

  /**
   * The chunk was handed on, and the next begins.
   *
   * @param until the chunk's {@code read_until}
   */
  public SnapshotOffset nextChunk(long until) {
    return with(chunk.next(until));
  }

  /** The chunk was handed on, and is the last. */
  public SnapshotOffset read(long until) {
    return nextChunk(until).with(State.READ);
  }

  public SnapshotOffset done() {
    return with(State.DONE);
  }

  private SnapshotOffset with(State next) {
    return new SnapshotOffset(next, ordinal, reason, s, max, chunk, lossTs);
  }

  private SnapshotOffset with(ChunkOffset next) {
    return new SnapshotOffset(state, ordinal, reason, s, max, next, lossTs);
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
