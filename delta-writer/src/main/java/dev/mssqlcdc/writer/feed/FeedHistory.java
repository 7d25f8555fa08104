package dev.mssqlcdc.writer.feed;

import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.writer.core.FactsRow;
import dev.mssqlcdc.writer.core.Granularity;
import dev.mssqlcdc.writer.core.TableState;
import dev.mssqlcdc.writer.core.Verdict;
import dev.mssqlcdc.writer.status.Failure;
import dev.mssqlcdc.writer.status.SourceReport;
import dev.mssqlcdc.writer.status.TableStatus;
import dev.mssqlcdc.writer.status.Totals;
import dev.mssqlcdc.writer.tables.TablePosition;
import dev.mssqlcdc.writer.tables.Written;
import java.util.Optional;
import java.util.OptionalLong;

/** What is told of a feed, and plays no part in what it does. */
final class FeedHistory {

  private static final Optional<String> PROGRESS = Optional.of(EventType.PROGRESS.wireName());

  private TableStatus.State state = TableStatus.State.OPENING;
  private Optional<TablePosition> position = Optional.empty();
  private SourceReport source = SourceReport.NONE;
  private Totals totals = Totals.NONE;
  private Optional<Failure> failure = Optional.empty();
  // That a table can be opened again tells nothing of a batch that could not be written.
  private boolean couldNotWrite;

  void opened(TablePosition at) {
    state = couldNotWrite ? TableStatus.State.RETRYING : TableStatus.State.OPEN;
    position = Optional.of(at);
    failure = failure.map(Failure::retried);
  }

  void committed(Written written, long bytes) {
    state = TableStatus.State.OPEN;
    couldNotWrite = false;
    position = Optional.of(written.position());
    totals = totals.plusBatch(written.batch().rows(), bytes, written.batch().repeated());
    for (FactsRow row : written.batch().facts()) {
      if (row.text(Facts.EVENT).equals(PROGRESS)) {
        source = SourceReport.of(row);
      }
    }
  }

  void reopening() {
    state = TableStatus.State.OPENING;
  }

  void paused() {
    state = TableStatus.State.PAUSED;
    couldNotWrite = false;
  }

  /**
   * @param wasOpen whether it failed in its work, not in opening
   */
  void stopped(boolean wasOpen, String message, long now, long nextAttempt) {
    state = TableStatus.State.STOPPED;
    couldNotWrite |= wasOpen;
    failure = Optional.of(new Failure(message, now, OptionalLong.of(nextAttempt)));
  }

  TableStatus status(String topic, Granularity granularity, OptionalLong lag, long waitingBytes) {
    Optional<Verdict> verdict = position.map(TablePosition::state).flatMap(TableState::verdict);
    OptionalLong end = verdict.map(Verdict::endCommitTs).orElse(OptionalLong.empty());
    return new TableStatus(
        topic,
        position.map(at -> at.topic().table()),
        state,
        position.map(at -> OptionalLong.of(at.state().next())).orElse(OptionalLong.empty()),
        lag,
        waitingBytes,
        verdict,
        end.isPresent()
            ? OptionalLong.of(granularity.truncate(end.getAsLong()))
            : OptionalLong.empty(),
        source,
        totals,
        failure);
  }
}
