package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.CommitTimes;
import dev.mssqlcdc.connector.core.Ddl;
import dev.mssqlcdc.connector.core.LogEntry;
import dev.mssqlcdc.connector.core.RangePlan;
import dev.mssqlcdc.connector.core.StreamOffset;
import dev.mssqlcdc.connector.core.TypeChangedException;
import dev.mssqlcdc.connector.jdbc.ChangeCursor;
import dev.mssqlcdc.connector.jdbc.RowQueries.Piece;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Reads one range of one table: its rows, the definition changes at its end, its progress. */
final class RangeRead {

  private static final double MEGABYTE = 1024 * 1024;
  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Source source;
  private final ServerClock clock;
  private final Guard guard;
  private final DdlEvents ddlEvents;
  private final ProgressEvents progress;
  private final int commitsPerRange;

  RangeRead(
      Source source,
      ServerClock clock,
      Guard guard,
      DdlEvents ddlEvents,
      ProgressEvents progress,
      int commitsPerRange) {
    this.source = source;
    this.clock = clock;
    this.guard = guard;
    this.ddlEvents = ddlEvents;
    this.progress = progress;
    this.commitsPerRange = commitsPerRange;
  }

  /**
   * Reads the table's open range to its end, or opens the next one.
   *
   * @param firstChange the first commit above the last finished range that changed the table
   * @param ddl definition changes of the table's instance, in LSN order
   */
  void run(TableState table, Moment moment, Optional<Lsn> firstChange, List<Ddl> ddl)
      throws InterruptedException {
    StreamOffset before = table.stream();
    // what a gap left out changed the rows that follow it too
    ddlEvents.emit(table, ddl, before.from(), before.commitTs());
    long start = System.nanoTime();
    List<LogEntry> entries = plan(table, moment, firstChange, ddl);
    StreamOffset range = table.stream();
    var times = times(entries, range.commitTs());
    long bytes = 0;
    if (range.isInsideRange()) {
      bytes = readPieces(table, times, Piece.above(range.position(), range.to()));
    } else if (firstChange.filter(lsn -> lsn.compareTo(range.to()) <= 0).isPresent()) {
      bytes = readPieces(table, times, List.of(new Piece.Commits(range.from(), range.to())));
    }
    double seconds = (System.nanoTime() - start) / NANOS;
    guard.check(table);
    long endTs = times.atOrBelow(range.to(), table.stream().commitTs());
    ddlEvents.emit(table, ddl, range.to(), endTs);
    progress.finish(
        table,
        Optional.of(moment),
        endTs,
        times.entryAtOrBelow(range.to()),
        new ProgressEvents.Effort(seconds, bytes / MEGABYTE));
  }

  /** Opens a range if none is, and finds the times of its commits. */
  private List<LogEntry> plan(
      TableState table, Moment moment, Optional<Lsn> firstChange, List<Ddl> ddl) {
    StreamOffset stream = table.stream();
    if (stream.isInsideRange()) {
      return source.log().commits(stream.position().startLsn(), stream.to(), Integer.MAX_VALUE);
    }
    boolean isOpen = stream.isRangeOpen();
    Lsn limit = isOpen ? stream.to() : RangePlan.limit(stream, table.limit(moment.maxLsn()), ddl);
    if (firstChange.filter(lsn -> lsn.compareTo(limit) <= 0).isEmpty()) {
      table.stream(stream.open(limit));
      return moment.last().filter(entry -> entry.lsn().compareTo(limit) <= 0).stream().toList();
    }
    int commits = isOpen ? Integer.MAX_VALUE : commitsPerRange;
    List<LogEntry> entries = source.log().commits(firstChange.get(), limit, commits);
    table.stream(stream.open(RangePlan.end(entries, commits, limit)));
    return entries;
  }

  /**
   * @param before time of the last commit that was handed on, maybe long before these
   */
  private CommitTimes times(List<LogEntry> entries, long before) {
    long first =
        entries.stream()
            .findFirst()
            .map(entry -> new LogTimes(source.log(), clock.zone()).micros(entry, before))
            .orElse(before);
    return new CommitTimes(entries, clock.zone(), first);
  }

  private ChangeCursor open(TableState table, Piece piece) {
    while (true) {
      try {
        return source.rows().changes(table.definition(), piece);
      } catch (TypeChangedException e) {
        table.widen(e);
      }
    }
  }

  private long readPieces(TableState table, CommitTimes times, List<Piece> pieces)
      throws InterruptedException {
    long bytes = 0;
    for (Piece piece : pieces) {
      try (ChangeCursor rows = open(table, piece)) {
        while (rows.next()) {
          SourcePosition position = rows.position();
          bytes += table.emitChange(rows.values(), position, times.at(position.startLsn()));
        }
      }
    }
    return bytes;
  }
}
