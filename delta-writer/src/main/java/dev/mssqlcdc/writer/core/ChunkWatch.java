package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.schemas.EventDetail.SnapshotChunk;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Watches that no row of a snapshot's chunk is missing.
 *
 * @param snapshot the snapshot of the last row, empty text for none
 * @param chunk its number
 * @param rows its rows so far, repetitions included
 * @param whole whether every row of it was seen
 */
record ChunkWatch(String snapshot, int chunk, long rows, boolean whole) {

  static ChunkWatch none(boolean whole) {
    return new ChunkWatch("", 0, 0, whole);
  }

  ChunkWatch withRow(String rowSnapshot, int rowChunk) {
    if (isOf(rowSnapshot, rowChunk)) {
      return new ChunkWatch(snapshot, chunk, rows + 1, whole);
    }
    return new ChunkWatch(rowSnapshot, rowChunk, 1, whole || !snapshot.isEmpty());
  }

  /** What is wrong; more rows than the source counted are repetitions. */
  Optional<String> fault(SnapshotChunk event, OptionalLong counted) {
    long seen = isOf(event.snapshot(), event.chunk()) ? rows : 0;
    return whole && counted.isPresent() && seen < counted.getAsLong()
        ? Optional.of(
            "the source sent %d rows of chunk %d of snapshot %s, %d arrived"
                .formatted(counted.getAsLong(), event.chunk(), event.snapshot(), seen))
        : Optional.empty();
  }

  private boolean isOf(String otherSnapshot, int otherChunk) {
    return snapshot.equals(otherSnapshot) && chunk == otherChunk;
  }
}
