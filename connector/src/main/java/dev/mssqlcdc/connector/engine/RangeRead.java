package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.CommitTimes;
import dev.mssqlcdc.connector.core.LogEntry;
import dev.mssqlcdc.connector.core.RangePlan;
import dev.mssqlcdc.connector.core.ReadSettings;
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

  RangeRead(Source source, ReadSettings settings, ServerClock clock) {
    this.source = source;
    this.clock = clock;
    this.guard = new Guard(source, clock, settings.loss());
    this.ddlEvents = new DdlEvents(source, settings.failsOnDdl());
    this.progress = new ProgressEvents(settings, clock);
    this.commitsPerRange = settings.commitsPerRange();
  }

  /** Reads the table's open range to its end, or opens the next one. */
  void run(PlannedRange planned) throws InterruptedException {
    long start = System.nanoTime();
    TableState table = planned.table();
    Optional<Lsn> firstChange = planned.firstChange();
    table.turn().isNext(true);
    Replica.check(planned.moment().maxLsn(), source.log().head().maxLsn().orElse(Lsn.ZERO));
    // what a gap left out changed the rows that follow it too
    StreamOffset before = table.stream();
    ddlEvents.emit(table, planned.ddl(), before.from(), before.commitTs());
    List<LogEntry> entries = plan(planned);
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
    ddlEvents.emit(table, planned.ddl(), range.to(), endTs);
    progress.finish(
        table,
        Optional.of(planned.moment()),
        endTs,
        times.entryAtOrBelow(range.to()),
        new ProgressEvents.Effort(seconds, bytes / MEGABYTE));
  }

  /** Opens a range if none is, and finds the times of its commits. */
  private List<LogEntry> plan(PlannedRange planned) {
    TableState table = planned.table();
    Moment moment = planned.moment();
    Optional<Lsn> firstChange = planned.firstChange();
    StreamOffset stream = table.stream();
    if (stream.isInsideRange()) {
      return source.log().commits(stream.position().startLsn(), stream.to(), Integer.MAX_VALUE);
    }
    boolean isOpen = stream.isRangeOpen();
    Lsn limit =
        isOpen ? stream.to() : RangePlan.limit(stream, table.limit(moment.maxLsn()), planned.ddl());
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
