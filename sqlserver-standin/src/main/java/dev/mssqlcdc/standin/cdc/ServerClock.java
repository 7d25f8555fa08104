package dev.mssqlcdc.standin.cdc;

import java.time.Clock;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

/** The server's local time as a {@code datetime}: three-hundredths of a second. */
final class ServerClock {
  private static final double TICKS_PER_NANO = 300 / 1e9;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Clock clock;

  ServerClock(Clock clock) {
    this.clock = clock;
  }

  LocalDateTime now() {
    LocalDateTime exact = LocalDateTime.now(clock);
    LocalDateTime second = exact.truncatedTo(ChronoUnit.SECONDS);
    long ticks = (long) (ChronoUnit.NANOS.between(second, exact) * TICKS_PER_NANO);
    return second.plusNanos(Math.round(ticks * 10 / 3.0) * NANOS_PER_MILLI);
  }
}
