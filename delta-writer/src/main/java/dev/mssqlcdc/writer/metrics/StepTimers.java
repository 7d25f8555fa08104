package dev.mssqlcdc.writer.metrics;

import dev.mssqlcdc.writer.status.Heartbeat;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.Supplier;

/** Times the main loop's steps and tells that it turns. */
public final class StepTimers {

  private static final Duration[] BOUNDS = {
    Duration.ofMillis(100),
    Duration.ofMillis(300),
    Duration.ofSeconds(1),
    Duration.ofSeconds(3),
    Duration.ofSeconds(10),
    Duration.ofSeconds(30),
    Duration.ofSeconds(100)
  };

  private final Heartbeat heartbeat;
  private final Timer bronze;
  private final Timer facts;
  private final Timer control;
  private final Timer flush;

  public StepTimers(MeterRegistry registry, Heartbeat heartbeat) {
    this.heartbeat = heartbeat;
    this.bronze = write(registry, "bronze");
    this.facts = write(registry, "facts");
    this.control = write(registry, "control");
    this.flush =
        Timer.builder("mssqlcdc.writer.flush")
            .description("A flush cycle: bronze of each table that is due, then facts and control.")
            .serviceLevelObjectives(BOUNDS)
            .register(registry);
  }

  private static Timer write(MeterRegistry registry, String layer) {
    return Timer.builder("mssqlcdc.writer.write")
        .tag("layer", layer)
        .description(
            "From the first record decoded until the commit stands, failed attempts included;"
                + " `layer` is `bronze` (one table), `facts` or `control` (all tables of a cycle).")
        .serviceLevelObjectives(BOUNDS)
        .register(registry);
  }

  public <T> T bronze(String topic, Supplier<T> step) {
    heartbeat.beat("writing the bronze table of topic " + topic);
    return bronze.record(step);
  }

  public <T> T facts(Supplier<T> step) {
    heartbeat.beat("writing facts");
    return facts.record(step);
  }

  public void control(Runnable step) {
    heartbeat.beat("writing control");
    control.record(step);
  }

  public void flush(Runnable cycle) {
    flush.record(cycle);
  }

  /** Tells that another step begins, one that is not timed. */
  public void begin(String doing) {
    heartbeat.beat(doing);
  }
}
