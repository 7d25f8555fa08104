package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.ServerZone;
import java.time.LocalDateTime;

/**
 * The highest server time seen: a clock set back must not make a read look over too early. For any
 * number of threads.
 */
final class ServerClock {

  private static final long SECOND = 1_000_000;

  private final ServerZone zone;
  private long micros;
  private long latest;

  ServerClock(ServerZone zone) {
    this.zone = zone;
  }

  ServerZone zone() {
    return zone;
  }

  synchronized void see(LocalDateTime local) {
    micros = zone.toMicros(local, micros);
    latest = Math.max(latest, zone.toLatestMicros(local));
  }

  /** Microseconds since 1970 UTC. */
  synchronized long micros() {
    return micros;
  }

  /** A time by which everything read until now was certainly committed. */
  synchronized long readUntil() {
    return latest + SECOND;
  }
}
