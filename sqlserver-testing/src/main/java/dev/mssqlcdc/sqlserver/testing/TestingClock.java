package dev.mssqlcdc.sqlserver.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until it is moved. */
public final class TestingClock extends Clock {
  private final AtomicReference<Instant> now;
  private final ZoneId zone;

  private TestingClock(AtomicReference<Instant> now, ZoneId zone) {
    this.now = now;
    this.zone = zone;
  }

  public static TestingClock at(String instant) {
    return new TestingClock(new AtomicReference<>(Instant.parse(instant)), ZoneOffset.UTC);
  }

  public void set(String instant) {
    now.set(Instant.parse(instant));
  }

  public void advance(Duration duration) {
    now.updateAndGet(instant -> instant.plus(duration));
  }

  @Override
  public Instant instant() {
    return now.get();
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  @Override
  public Clock withZone(ZoneId other) {
    return new TestingClock(now, other);
  }
}
