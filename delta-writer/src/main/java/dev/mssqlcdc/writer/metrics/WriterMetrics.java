package dev.mssqlcdc.writer.metrics;

import dev.mssqlcdc.writer.status.Status;
import dev.mssqlcdc.writer.status.StatusBoard;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** All meters of the program, for Prometheus. */
public final class WriterMetrics implements AutoCloseable {

  static final String PREFIX = "mssqlcdc.writer.";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final Map<String, TableMeters> tables = new HashMap<>();
  private final StatusBoard board;
  private final StepTimers steps;

  public WriterMetrics(StatusBoard board) {
    this.board = board;
    this.steps = new StepTimers(registry, board.heartbeat());
    Gauge.builder(PREFIX + "waiting", board, b -> b.status().waitingBytes())
        .baseUnit("bytes")
        .description("Bytes of records that were read and are not written, over all tables.")
        .register(registry);
    Gauge.builder(PREFIX + "memory.limit", board, b -> b.status().memoryLimit())
        .baseUnit("bytes")
        .description("`memory.limit`: when more bytes wait, all tables are flushed.")
        .register(registry);
    Gauge.builder(PREFIX + "ready", board, b -> b.unready().isPresent() ? 0 : 1)
        .description("1 while /ready answers 200.")
        .register(registry);
    bindProcess();
  }

  private void bindProcess() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
  }

  public StepTimers steps() {
    return steps;
  }

  /** Publishes the status; exactly its tables have meters from now on. For the main loop. */
  public void publish(Status status) {
    board.publish(status);
    Set<String> topics = status.tables().keySet();
    tables
        .entrySet()
        .removeIf(
            entry -> {
              boolean gone = !topics.contains(entry.getKey());
              if (gone) {
                entry.getValue().close();
              }
              return gone;
            });
    topics.forEach(
        topic -> tables.computeIfAbsent(topic, name -> new TableMeters(registry, board, name)));
  }

  /** In Prometheus' text format. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
