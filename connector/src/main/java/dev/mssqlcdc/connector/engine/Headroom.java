package dev.mssqlcdc.connector.engine;

import java.util.OptionalLong;

/**
 * How close a stream is to losing changes to the source's cleanup.
 *
 * @param minMicros least time from the oldest change that is left to the one read last
 */
record Headroom(long minMicros) {

  /**
   * Whether chunks may take time from a stream that is behind. A capture instance of which nothing
   * was cleaned up yet is younger than the retention, and in no danger.
   */
  boolean isEnough(TableState table) {
    OptionalLong oldest = table.gauges().oldestTime();
    return oldest.isEmpty()
        || !table.gauges().wasCleaned()
        || table.stream().commitTs() - oldest.getAsLong() >= minMicros;
  }
}
