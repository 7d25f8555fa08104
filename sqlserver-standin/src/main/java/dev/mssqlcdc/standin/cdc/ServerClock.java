package dev.mssqlcdc.standin.cdc;

import java.time.Clock;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/** The server's clock: the time of day in the server's time zone, which is the clock's. */
public final class ServerClock {
  // H2 calls functions by their class and hands them no server; a statement and its functions share
  // a thread
  private static final ThreadLocal<Reading> CURRENT = new ThreadLocal<>();

  private static final double TICKS_PER_NANO = 300 / 1e9;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int NANOS_PER_UNIT = 100;

  private final Clock clock;

  ServerClock(Clock clock) {
    this.clock = clock;
  }

  /** What a statement reads from the clock: one time, however long it runs. */
  private record Reading(ServerClock clock, OffsetDateTime time) {}

  private static Reading current() {
    Reading reading = CURRENT.get();
    if (reading == null) {
      throw new IllegalStateException("no statement of a server runs on this thread");
    }
    return reading;
  }

  /**
   * The time of the statement that runs on this thread, in its server's time zone.
   *
   * @throws IllegalStateException if none runs
   */
  public static OffsetDateTime timeOfStatement() {
    return current().time();
  }

  /**
   * The time zone of the server whose statement runs on this thread.
   *
   * @throws IllegalStateException if none runs
   */
  public static ZoneId zoneOfStatement() {
    return current().clock().clock.getZone();
  }

  /** Before a statement: its functions find its time on this thread. */
  public void enter() {
    CURRENT.set(new Reading(this, now()));
  }

  /** After a statement, whatever its outcome. */
  public void exit() {
    CURRENT.remove();
  }

  /** Now in the server's time zone, in units of 100 ns. */
  private OffsetDateTime now() {
    OffsetDateTime exact = OffsetDateTime.now(clock);
    return exact.withNano(exact.getNano() / NANOS_PER_UNIT * NANOS_PER_UNIT);
  }

  /** The server's local time as a {@code datetime}: three-hundredths of a second. */
  public LocalDateTime datetime() {
    return datetime(LocalDateTime.now(clock));
  }

  /** A time as {@code datetime} holds it. */
  public static LocalDateTime datetime(LocalDateTime exact) {
    LocalDateTime second = exact.truncatedTo(ChronoUnit.SECONDS);
    long ticks = Math.round(ChronoUnit.NANOS.between(second, exact) * TICKS_PER_NANO);
    return second.plusNanos(Math.round(ticks * 10 / 3.0) * NANOS_PER_MILLI);
  }
}
