package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.Event;
import dev.mssqlcdc.connector.core.LogEntry;
import dev.mssqlcdc.connector.core.ReadMetrics;
import dev.mssqlcdc.connector.core.ReadSettings;
import dev.mssqlcdc.connector.core.StreamOffset;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Finishes ranges: says that every commit of a table up to an LSN was handed on. */
final class ProgressEvents {

  private static final double MICROS = 1e6;
  private static final double MICROS_PER_HOUR = 3600 * MICROS;

  private final ReadSettings settings;
  private final ServerClock clock;

  ProgressEvents(ReadSettings settings, ServerClock clock) {
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * How much a range took to read.
   *
   * @param seconds from its first question to its last row
   * @param megabytes its rows' values
   */
  record Effort(double seconds, double megabytes) {

    static final Effort NONE = new Effort(0, 0);
  }

  /**
   * Finishes the table's open range.
   *
   * @param endTs time of the last commit at or below the range's end, microseconds since 1970 UTC
   * @param witness that commit
   */
  void finish(
      TableState table,
      Optional<Moment> moment,
      long endTs,
      Optional<LogEntry> witness,
      Effort effort)
      throws InterruptedException {
    StreamOffset range = table.stream();
    String begin = range.from().toString();
    String from = range.announced() ? begin : null;
    String start = range.announced() ? null : begin;
    Lsn to = range.to();
    var detail = new EventDetail.Progress(from, start, settings.server(), settings.database());
    String id = "progress/%s/%s/%s".formatted(range.instance(), from == null ? "-" : from, to);
    if (effort.megabytes() > 0) {
      table.gauges().range(effort.seconds());
    }
    table.stream(range.finished(endTs, witness));
    table.emit(
        new Event(
            id,
            to,
            endTs,
            detail,
            OptionalLong.of(range.rows()),
            moment.map(m -> metrics(table, m, endTs, effort))),
        table.offset());
    table.flush();
    table.progressed(System.nanoTime());
  }

  private ReadMetrics metrics(TableState table, Moment moment, long endTs, Effort effort) {
    return new ReadMetrics(
        table.gauges().oldestTime(),
        headroom(table, endTs),
        moment.roundTripMillis(),
        effort.seconds(),
        effort.megabytes(),
        moment.lastTs(),
        (clock.micros() - moment.lastTs()) / MICROS,
        (clock.micros() - endTs) / MICROS);
  }

  private static OptionalDouble headroom(TableState table, long endTs) {
    OptionalLong oldest = table.gauges().oldestTime();
    return oldest.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of((endTs - oldest.getAsLong()) / MICROS_PER_HOUR);
  }
}
