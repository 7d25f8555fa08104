package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;

/**
 * Up to where a table is complete. Times are UTC.
 *
 * @param endLsn every commit up to here is in the table
 * @param endCommitTs commit time of {@code endLsn}, if it is known
 * @param finalizedUntil every period that ends at or before it is complete
 */
public record Verdict(
    Lsn endLsn, Optional<LocalDateTime> endCommitTs, Optional<LocalDateTime> finalizedUntil) {

  private static final LocalDateTime EPOCH = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC);

  public Verdict {
    Objects.requireNonNull(endLsn, "endLsn");
    Objects.requireNonNull(endCommitTs, "endCommitTs");
    Objects.requireNonNull(finalizedUntil, "finalizedUntil");
  }

  /**
   * Whether the source's commits have certainly gone past a moment.
   *
   * @param micros microseconds since 1970 UTC
   */
  boolean hasPassed(long micros) {
    return endCommitTs.filter(time -> time.isAfter(time(micros))).isPresent();
  }

  /** A moment given as microseconds since 1970 UTC. */
  static LocalDateTime time(long micros) {
    return EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
