package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.LogEntry;
import dev.mssqlcdc.connector.core.ReadSettings;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Optional;

/** Tells of the progress of tables without changes. */
final class Announcements {

  private final Source source;
  private final Guard guard;
  private final TableFailures failures;
  private final LogTimes times;
  private final ProgressEvents progress;

  Announcements(
      Source source,
      ReadSettings settings,
      ServerClock clock,
      Guard guard,
      TableFailures failures) {
    this.source = source;
    this.guard = guard;
    this.failures = failures;
    this.times = new LogTimes(source.log(), clock.zone());
    this.progress = new ProgressEvents(settings, clock);
  }

  /** One question guards all of them: a cleanup that came in between shows in their min_lsn. */
  void ofQuiet(List<TableState> tables, Moment moment) throws InterruptedException {
    if (tables.isEmpty()) {
      return;
    }
    List<Lsn> minLsns = source.log().minLsns(tables.stream().map(TableState::instance).toList());
    for (int i = 0; i < tables.size(); i++) {
      TableState table = tables.get(i);
      Lsn minLsn = minLsns.get(i);
      failures.attempt(
          table,
          () -> {
            guard.check(table, minLsn);
            announce(table, moment);
          });
    }
  }

  private void announce(TableState table, Moment moment) throws InterruptedException {
    Lsn to = table.checkedUntil();
    table.stream(table.stream().open(to));
    Optional<LogEntry> witness = moment.last().filter(entry -> entry.lsn().compareTo(to) <= 0);
    long endTs =
        witness
            .map(entry -> times.micros(entry, table.stream().commitTs()))
            .orElse(table.stream().commitTs());
    progress.finish(table, Optional.of(moment), endTs, witness, ProgressEvents.Effort.NONE);
  }

  /** A table that has just begun says so at once, before capture moves on. */
  void ofStart(TableState table, Optional<Moment> moment) throws InterruptedException {
    if (table.isStartDue()) {
      progress.finish(
          table, moment, table.stream().commitTs(), Optional.empty(), ProgressEvents.Effort.NONE);
    }
  }
}
