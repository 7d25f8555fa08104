package dev.mssqlcdc.connector.engine;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** How close a stream is to losing changes to the source's cleanup. */
final class Headroom {

  private static final long SLACK_MICROS = TimeUnit.MINUTES.toMicros(1);

  private final long minMicros;
  private final ServerClock clock;

  Headroom(long minMicros, ServerClock clock) {
    this.minMicros = minMicros;
    this.clock = clock;
  }

  /**
   * Whether chunks may take time from a stream that is behind. A capture instance of which nothing
   * was cleaned up yet is younger than the retention, and in no danger.
   */
  boolean isEnough(TableState table) {
    OptionalLong oldest = table.gauges().oldestTime();
    long created = clock.zone().toMicros(table.definition().instance().created());
    boolean wasCleaned = oldest.isPresent() && oldest.getAsLong() > created + SLACK_MICROS;
    return !wasCleaned || table.stream().commitTs() - oldest.getAsLong() >= minMicros;
  }
}
