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
 * @param hold why the verdict stays where it is, if it does
 * @param lastLetter where the table's last dead letter is
 */
public record TableState(
    long next,
    Optional<SourcePosition> position,
    Optional<Verdict> verdict,
    RangeWatch range,
    ChunkWatch chunk,
    List<String> recentEvents,
    Optional<Hold> hold,
    Optional<LetterPlace> lastLetter) {

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
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * After a gap that was accepted: whatever the next progress event says, it is believed.
   *
   * @param from where reading goes on
   */
  public TableState afterGap(long from) {
    return new TableState(
        from,
        position,
        verdict,
        range.withGap(),
        ChunkWatch.none(false),
        recentEvents,
        Optional.empty(),
        lastLetter);
  }

  /** Whether every row so far lies at or below the verdict. */
  boolean isCovered() {
    return range.rows() == 0 && !range.gap() && chunk.snapshot().isEmpty();
  }
}
