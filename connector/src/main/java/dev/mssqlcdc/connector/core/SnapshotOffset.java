package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.connector.core.SnapshotPurpose.Reason;
import dev.mssqlcdc.schemas.Lsn;
import java.util.Optional;

/**
 * How far a table's snapshot has been handed on.
 *
 * @param state what became of the newest snapshot
 * @param ordinal counts the table's snapshots from 1; 0 before the first
 * @param purpose what the newest is taken for
 * @param s LSN at its open: commits at or below it are in what it reads
 * @param max the greatest key when reading began, its end; none of an empty or keyless table
 * @param chunk how far it was read
 * @param rows of the chunks before
 * @param lossTs when a loss last made one necessary, by the server's clock in microseconds since
 *     1970 UTC; 0 for never
 */
public record SnapshotOffset(
    State state,
    long ordinal,
    SnapshotPurpose purpose,
    Lsn s,
    RowKey max,
    ChunkOffset chunk,
    long rows,
    long lossTs)
    implements OffsetChange {

  /** What became of the newest snapshot. */
  public enum State {
    /** There is none, and none is needed. */
    NONE,
    /** One is to be opened. */
    WANTED,
    /** Its end is not known yet. */
    OPEN,
    READING,
    /** Its last chunk was handed on, that it is complete was not yet. */
    READ,
    DONE,
    /** It was given up, and nothing takes its place. */
    STOPPED
  }

  /** No snapshot was ever opened. */
  public static final SnapshotOffset NONE = first(State.NONE);

  /** The table's first snapshot is due; a table that stops before it opens still needs it. */
  public static final SnapshotOffset WANTED = first(State.WANTED);

  private static SnapshotOffset first(State state) {
    return new SnapshotOffset(
        state,
        0,
        SnapshotPurpose.of(Reason.INITIAL),
        Lsn.ZERO,
        RowKey.NONE,
        ChunkOffset.NONE,
        0,
        0);
  }

  /** Another snapshot is needed in the place of this one, for the same purpose. */
  public SnapshotOffset again() {
    return with(State.WANTED);
  }

  /** Another snapshot is needed, whatever became of this one. */
  public SnapshotOffset wanted(SnapshotPurpose next) {
    return new SnapshotOffset(State.WANTED, ordinal, next, s, max, chunk, rows, lossTs);
  }

  /**
   * Another snapshot is needed, whatever became of this one: changes are lost.
   *
   * @param now by the server's clock, microseconds since 1970 UTC
   */
  public SnapshotOffset afterLoss(long now) {
    return new SnapshotOffset(
        State.WANTED, ordinal, SnapshotPurpose.of(Reason.LOSS), s, max, chunk, rows, now);
  }

  /**
   * The next snapshot of the table, opened at S.
   *
   * @param isPartial whether it leaves out rows
   */
  public SnapshotOffset openNext(Lsn at, boolean isPartial) {
    return new SnapshotOffset(
        State.OPEN,
        ordinal + 1,
        purpose.partial(isPartial),
        at,
        RowKey.NONE,
        ChunkOffset.NONE.stamped(at),
        0,
        lossTs);
  }

  /** Reading begins, and ends at the greatest key that the table has now. */
  public SnapshotOffset upTo(RowKey greatest) {
    return new SnapshotOffset(State.READING, ordinal, purpose, s, greatest, chunk, rows, lossTs);
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
    return new SnapshotOffset(
        state, ordinal, purpose, s, max, chunk.next(until), rowsRead(), lossTs);
  }

  /** The chunk was handed on, and is the last. */
  public SnapshotOffset read(long until) {
    return nextChunk(until).with(State.READ);
  }

  public SnapshotOffset done() {
    return with(State.DONE);
  }

  /** It is given up. */
  public SnapshotOffset stopped() {
    return with(State.STOPPED);
  }

  private SnapshotOffset with(State next) {
    return new SnapshotOffset(next, ordinal, purpose, s, max, chunk, rows, lossTs);
  }

  private SnapshotOffset with(ChunkOffset next) {
    return new SnapshotOffset(state, ordinal, purpose, s, max, next, rows, lossTs);
  }

  /** Rows of it that were handed on. */
  public long rowsRead() {
    return rows + chunk.rows();
  }

  /** Whether something of it is still to be handed on. */
  public boolean isDue() {
    return isWanted() || isOpen();
  }

  public boolean isWanted() {
    return state == State.WANTED;
  }

  /** Whether it was opened, and is not complete yet. */
  public boolean isOpen() {
    return state == State.OPEN || state == State.READING || state == State.READ;
  }

  /** Whether it was interrupted where it cannot go on: rows without a key have no order. */
  public boolean isLost(boolean isKeyless) {
    return isKeyless && state == State.READING && chunk.rows() > 0;
  }

  /** The snapshot's id: S and the ordinal, since two snapshots of a quiet database share S. */
  public String id() {
    return s + "-" + ordinal;
  }

  @Override
  public TableOffset applyTo(Optional<TableOffset> before) {
    TableOffset whole = before.orElseThrow();
    return new TableOffset(whole.stream(), this, whole.signals());
  }
}
