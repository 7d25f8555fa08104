package dev.mssqlcdc.silver.run;

import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** Times as tables hold them. */
public final class Times {

  private Times() {}

  /** UTC in microseconds, so that a time read back equals the one that was written. */
  public static LocalDateTime now(Clock clock) {
    return LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC).truncatedTo(ChronoUnit.MICROS);
  }
}
