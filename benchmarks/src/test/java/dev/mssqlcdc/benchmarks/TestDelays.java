package dev.mssqlcdc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TestDelays {

  private static final long MILLI = 1_000_000;

  @Test
  void whatComesOfEarlierCommitsIsNotCounted() {
    List<Long> committed = List.of(10 * MILLI, 20 * MILLI);
    List<Long> seen = List.of(11 * MILLI, 12 * MILLI, 13 * MILLI, 50 * MILLI);
    assertThat(Delays.between(committed, seen)).containsExactly(3.0, 30.0);
  }

  @Test
  void everyCommitHasADelay() throws Exception {
    AtomicLong visible = new AtomicLong(5);
    List<Double> millis =
        Delays.measure(number -> visible.incrementAndGet(), 40, 200, visible::get);
    assertThat(millis).hasSize(40).allMatch(delay -> delay > -1 && delay < 10_000);
  }

  @Test
  void theFirstCommitIsNotTakenForAnEarlierOne() throws Exception {
    AtomicLong visible = new AtomicLong();
    CountDownLatch committed = new CountDownLatch(1);
    Delays.Commit commit =
        number -> {
          visible.incrementAndGet();
          committed.countDown();
        };
    Callable<Long> slowAtFirst =
        () -> {
          committed.await(200, TimeUnit.MILLISECONDS);
          return visible.get();
        };
    assertThat(Delays.measure(commit, 2, 200, slowAtFirst)).hasSize(2);
  }

  @Test
  void aFailedCommitEndsTheMeasurement() {
    AtomicLong visible = new AtomicLong();
    assertThatThrownBy(
            () ->
                Delays.measure(
                    number -> {
                      throw new IllegalStateException("refused");
                    },
                    1,
                    200,
                    visible::get))
        .hasStackTraceContaining("refused");
  }
}
