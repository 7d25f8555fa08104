package dev.mssqlcdc.silver.plan;

import java.time.LocalDateTime;
import java.util.Objects;

/**
 * One run's hold on a table: no other run writes it before the hold expires.
 *
 * @param runId the run
 * @param until when the hold expires, UTC
 */
public record Lease(String runId, LocalDateTime until) {

  public Lease {
    Objects.requireNonNull(runId, "runId");
    Objects.requireNonNull(until, "until");
  }

  boolean isHeldAt(LocalDateTime now) {
    return until.isAfter(now);
  }
}
