package dev.mssqlcdc.silver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

@Timeout(60)
class TestRounds {

  @Test
  void oneFollowsTheOtherUntilTheyAreStopped() {
    Rounds rounds = new Rounds(Duration.ofMillis(1));
    AtomicInteger count = new AtomicInteger();
    rounds.run(
        () -> {
          if (count.incrementAndGet() == 3) {
            new Thread(rounds::stop).start();
          }
        });
    assertThat(count.get()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void stoppingWaitsForTheOneUnderWay() throws Exception {
    Rounds rounds = new Rounds(Duration.ofHours(1));
    CountDownLatch begun = new CountDownLatch(1);
    Semaphore mayEnd = new Semaphore(0);
    CompletableFuture<Void> running =
        CompletableFuture.runAsync(
            () ->
                rounds.run(
                    () -> {
                      begun.countDown();
                      mayEnd.acquireUninterruptibly();
                    }));
    begun.await();
    CompletableFuture<Void> stopping = CompletableFuture.runAsync(rounds::stop);
    assertThat(stopping).isNotDone();
    mayEnd.release();
    stopping.get(30, TimeUnit.SECONDS);
    running.get(30, TimeUnit.SECONDS);
  }

  @Test
  void stoppingEndsThePause() throws Exception {
    Rounds rounds = new Rounds(Duration.ofHours(1));
    CountDownLatch done = new CountDownLatch(1);
    CompletableFuture<Void> running = CompletableFuture.runAsync(() -> rounds.run(done::countDown));
    done.await();
    rounds.stop();
    running.get(30, TimeUnit.SECONDS);
    assertThat(running).isCompleted();
  }

  @Test
  void durationsAreWrittenAsPeopleDo() {
    Durations durations = new Durations();
    assertThat(durations.convert("30s")).isEqualTo(Duration.ofSeconds(30));
    assertThat(durations.convert("1m")).isEqualTo(Duration.ofMinutes(1));
    assertThat(durations.convert("2h")).isEqualTo(Duration.ofHours(2));
    for (String wrong : new String[] {"", "1", "0s", "-1m", "1d", "1m30s", "9999999999s"}) {
      assertThatThrownBy(() -> durations.convert(wrong))
          .isInstanceOf(CommandLine.TypeConversionException.class)
          .hasMessageContaining("no duration such as 30s");
    }
  }
}
