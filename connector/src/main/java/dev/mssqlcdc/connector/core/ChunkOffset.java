package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Lsn;

/**
 * How far the chunks of a snapshot have been handed on.
 *
 * @param number of the chunk being read, from 0
 * @param stamp L, the {@code _start_lsn} of its rows
 * @param rows of it that were handed on
 * @param low the greatest key of the chunk before
 * @param last the key of the last row handed on
 * @param readUntil the greatest {@code read_until} of the chunks before, microseconds UTC
 */
public record ChunkOffset(
    int number, Lsn stamp, long rows, RowKey low, RowKey last, long readUntil) {

  /** Before the first chunk. */
  static final ChunkOffset NONE = new ChunkOffset(0, Lsn.ZERO, 0, RowKey.NONE, RowKey.NONE, 0);

  /** A chunk of which a row was handed on keeps its stamp. */
  ChunkOffset stamped(Lsn lsn) {
    return rows > 0 ? this : new ChunkOffset(number, lsn, 0, low, last, readUntil);
  }

  ChunkOffset row(RowKey key) {
    return new ChunkOffset(number, stamp, rows + 1, low, key, readUntil);
  }

  ChunkOffset next(long until) {
    return new ChunkOffset(number + 1, stamp, 0, last, last, Math.max(readUntil, until));
  }
}
