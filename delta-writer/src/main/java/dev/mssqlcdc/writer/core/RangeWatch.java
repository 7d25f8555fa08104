package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.schemas.EventDetail.Progress;
import dev.mssqlcdc.schemas.Lsn;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Watches that no record between two progress events is missing.
 *
 * @param rows change rows since the last progress, repetitions left out
 * @param whole whether every record since then was seen
 * @param gap whether an event since then told that changes are missing
 */
record RangeWatch(long rows, boolean whole, boolean gap) {

  RangeWatch withRow() {
    return new RangeWatch(rows + 1, whole, gap);
  }

  RangeWatch withGap() {
    return new RangeWatch(rows, whole, true);
  }

  /** The watch of the range that begins with a progress event. */
  static RangeWatch afterProgress() {
    return new RangeWatch(0, true, false);
  }

  /**
   * Checks a progress event against the one before. A range may begin below the end of the one
   * before: a source that crashed reads on from what it had stored, and then counts rows that came
   * before already.
   *
   * @param before where the progress before it ended; empty on a table's first
   * @return what is wrong; empty when nothing is
   */
  Optional<String> fault(Optional<Lsn> before, Progress progress, OptionalLong counted) {
    if (gap) {
      return Optional.empty();
    }
    if (progress.start() != null && isLess(before, Lsn.parse(progress.start()))) {
      return Optional.of(
          ("the connector no longer had its offset of the table and started it anew above %s: changes"
                  + " after %s are missing")
              .formatted(progress.start(), before.get()));
    }
    if (!whole) {
      return Optional.empty();
    }
    Lsn end = before.orElse(Lsn.ZERO);
    Lsn from = progress.from() == null ? Lsn.ZERO : Lsn.parse(progress.from());
    if (from.compareTo(end) > 0) {
      return Optional.of(
          "the progress event says that it follows %s, but the one before it ended at %s"
              .formatted(from, before.map(Lsn::toString).orElse("no LSN: it is the first")));
    }
    if (from.equals(end) && counted.isPresent() && counted.getAsLong() != rows) {
      return Optional.of(
          "the source sent %d change rows after %s, %d arrived"
              .formatted(counted.getAsLong(), end, rows));
    }
    return Optional.empty();
  }

  private static boolean isLess(Optional<Lsn> before, Lsn start) {
    return before.filter(end -> end.compareTo(start) < 0).isPresent();
  }
}
