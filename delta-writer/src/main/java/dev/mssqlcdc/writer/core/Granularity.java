package dev.mssqlcdc.writer.core;

import java.time.temporal.ChronoUnit;

/** The period whose completeness the verdict tells. */
public enum Granularity {
  MINUTE(ChronoUnit.MINUTES),
  HOUR(ChronoUnit.HOURS),
  DAY(ChronoUnit.DAYS);

  private final long micros;

  Granularity(ChronoUnit unit) {
    this.micros = unit.getDuration().toNanos() / 1000;
  }

  /** The beginning of the period, in UTC, that a time lies in; microseconds. */
  public long truncate(long timeMicros) {
    return timeMicros - Math.floorMod(timeMicros, micros);
  }
}
