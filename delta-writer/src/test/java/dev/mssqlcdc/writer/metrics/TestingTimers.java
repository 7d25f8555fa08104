package dev.mssqlcdc.writer.metrics;

import dev.mssqlcdc.writer.status.Heartbeat;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/** Timers that nobody looks at. */
public final class TestingTimers {

  private TestingTimers() {}

  public static StepTimers unseen() {
    return new StepTimers(new SimpleMeterRegistry(), new Heartbeat());
  }
}
