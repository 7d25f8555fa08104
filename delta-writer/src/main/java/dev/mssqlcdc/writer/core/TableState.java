package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.schemas.SourcePosition;
import java.util.List;
import java.util.Optional;

/**
 * What the writer knows of a table after a batch; kept in the batch's facts row.
 *
 * @param next the offset that the next record has at least: after the last record, and after the
 *     transaction markers that followed it
 * @param position of the last change row
 * @param verdict of the last progress event
 * @param recentEvents ids of the last events, progress left out, which repeats by its LSN
 */
public record TableState(
    long next,
    Optional<SourcePosition> position,
    Optional<Verdict> verdict,
    RangeWatch range,
    ChunkWatch chunk,
    List<String> recentEvents) {

  public TableState {
    recentEvents = List.copyOf(recentEvents);
  }

  /**
   * Before the first record.
   *
   * @param logStart the topic's first offset; above 0 records were deleted before anyone read them
   */
  public static TableState initial(long logStart) {
    boolean whole = logStart == 0;
    return new TableState(
        logStart,
        Optional.empty(),
        Optional.empty(),
        new RangeWatch(0, whole, false),
        ChunkWatch.none(whole),
        List.of());
  }

  /** Whether every row so far lies at or below the verdict. */
  boolean isCovered() {
    return range.rows() == 0 && !range.gap() && chunk.snapshot().isEmpty();
  }
}
