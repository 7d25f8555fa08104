package dev.mssqlcdc.writer.status;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Shows other threads that the main loop turns. */
public final class Heartbeat {

  private final LongSupplier nanos;
  private volatile Beat last;

  private record Beat(String doing, long at) {}

  public Heartbeat() {
    this(System::nanoTime);
  }

  Heartbeat(LongSupplier nanos) {
    this.nanos = nanos;
    beat("starting");
  }

  /**
   * Tells that a step has ended and the next one begins.
   *
   * @param doing what the next one is, in words
   */
  public void beat(String doing) {
    last = new Beat(doing, nanos.getAsLong());
  }

  /** What is wrong when the step of now takes longer than a limit. */
  public Optional<String> hang(Duration limit) {
    Beat beat = last;
    Duration taken = Duration.ofNanos(nanos.getAsLong() - beat.at());
    return taken.compareTo(limit) > 0
        ? Optional.of(
            "the main loop has been at one step for %d s: %s"
                .formatted(taken.toSeconds(), beat.doing()))
        : Optional.empty();
  }
}
