package dev.mssqlcdc.writer.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TestHeartbeat {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final AtomicLong nanos = new AtomicLong();
  private final Heartbeat heartbeat = new Heartbeat(nanos::get);

  @Test
  void aStepMayTakeAsLongAsTheLimit() {
    nanos.set(LIMIT.toNanos());
    assertThat(heartbeat.hang(LIMIT)).isEmpty();
  }

  @Test
  void aStepThatTakesLongerIsNamedWithItsTime() {
    heartbeat.beat("writing facts");
    nanos.set(Duration.ofSeconds(25).toNanos());
    assertThat(heartbeat.hang(LIMIT))
        .contains("the main loop has been at one step for 25 s: writing facts");
  }

  @Test
  void theNextStepHasTheWholeTimeAgain() {
    nanos.set(Duration.ofSeconds(25).toNanos());
    heartbeat.beat("writing control");
    nanos.set(Duration.ofSeconds(30).toNanos());
    assertThat(heartbeat.hang(LIMIT)).isEmpty();
  }
}
