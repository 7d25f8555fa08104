package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.ServerZone;
import java.time.LocalDateTime;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The highest server time seen: a clock set back must not make a read look over too early. For any
 * number of threads.
 */
final class ServerClock {

  private static final long SECOND = 1_000_000;

  private final ServerZone zone;
  private final AtomicLong micros = new AtomicLong();

  ServerClock(ServerZone zone) {
    this.zone = zone;
  }

  ServerZone zone() {
    return zone;
  }

  void see(LocalDateTime local) {
    micros.accumulateAndGet(zone.toMicros(local), Math::max);
  }

  /** Microseconds since 1970 UTC. */
  long micros() {
    return micros.get();
  }

  /** A time by which everything read until now was certainly committed. */
  long readUntil() {
    return micros() + SECOND;
  }
}
