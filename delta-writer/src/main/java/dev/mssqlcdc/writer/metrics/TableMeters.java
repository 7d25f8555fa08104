package dev.mssqlcdc.writer.metrics;

import dev.mssqlcdc.writer.core.Verdict;
import dev.mssqlcdc.writer.status.StatusBoard;
import dev.mssqlcdc.writer.status.TableStatus;
import dev.mssqlcdc.writer.status.Totals;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The meters of one table; they read what the main loop has published. */
final class TableMeters implements AutoCloseable {

  private static final String TOPIC = "topic";
  private static final double MILLIS = 1_000;
  private static final double MICROS = 1_000_000;

  private final MeterRegistry registry;
  private final StatusBoard board;
  private final String topic;
  private final List<Meter> meters = new ArrayList<>();

  TableMeters(MeterRegistry registry, StatusBoard board, String topic) {
    this.registry = registry;
    this.board = board;
    this.topic = topic;
    counters();
    gauges();
  }

  private void counters() {
    counter("rows", Totals::rows, "Rows written to bronze.");
    counter(
        "record.bytes", Totals::bytes, "Bytes of the records written, as they waited in memory.");
    counter("batches", Totals::batches, "Batches written; one without rows makes only facts.");
    counter(
        "repeated.records",
        Totals::repeated,
        "Records dropped because they had come before: the source repeats after a crash.");
  }

  private void gauges() {
    gauge(
        "lag.records",
        table -> number(table.lag()),
        "Offsets of the topic that are not written, transaction markers included; NaN while the"
            + " table is stopped.");
    gauge(
        "verdict.age.seconds",
        table -> verdictAge(table.verdict()),
        "Seconds since the commit up to which the table is complete: the delay from end to end. While"
            + " the source is quiet it grows until capture's next idle entry, about 5 minutes.");
    gauge(
        "retention.headroom.hours",
        table -> number(table.source().headroomHours()),
        "How long an outage may last before the source cleans up changes that were not read, as"
            + " the last progress event said.");
    gauge(
        "stopped",
        table -> table.isStopped() ? 1 : 0,
        "1 while the table cannot go on, also while that is tried again; /tables and the log say why.");
  }

  private void counter(String name, ToLongFunction<Totals> value, String description) {
    meters.add(
        FunctionCounter.builder(
                WriterMetrics.PREFIX + name,
                board,
                b -> table().map(TableStatus::totals).map(value::applyAsLong).orElse(0L))
            .tag(TOPIC, topic)
            .description(description)
            .register(registry));
  }

  private void gauge(String name, ToDoubleFunction<TableStatus> value, String description) {
    meters.add(
        Gauge.builder(
                WriterMetrics.PREFIX + name,
                board,
                b -> table().map(value::applyAsDouble).orElse(Double.NaN))
            .tag(TOPIC, topic)
            .description(description)
            .register(registry));
  }

  private Optional<TableStatus> table() {
    return Optional.ofNullable(board.status().tables().get(topic));
  }

  private static double verdictAge(Optional<Verdict> verdict) {
    OptionalLong end = verdict.map(Verdict::endCommitTs).orElse(OptionalLong.empty());
    return end.isPresent()
        ? System.currentTimeMillis() / MILLIS - end.getAsLong() / MICROS
        : Double.NaN;
  }

  private static double number(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : Double.NaN;
  }

  private static double number(OptionalDouble value) {
    return value.orElse(Double.NaN);
  }

  @Override
  public void close() {
    meters.forEach(registry::remove);
  }
}
