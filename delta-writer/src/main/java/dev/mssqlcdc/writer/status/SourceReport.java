package dev.mssqlcdc.writer.status;

import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.writer.core.FactsRow;
import java.util.OptionalDouble;

/**
 * What the connector said of the source in a table's last progress event.
 *
 * @param headroomHours how long an outage may last before changes are lost
 * @param captureLag age of the last commit that the source had captured, seconds
 * @param ingestionLag age of the commit that the connector was at, seconds
 */
public record SourceReport(
    OptionalDouble headroomHours, OptionalDouble captureLag, OptionalDouble ingestionLag) {

  public static final SourceReport NONE =
      new SourceReport(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

  /** What the facts row of a progress event holds. */
  public static SourceReport of(FactsRow progress) {
    return new SourceReport(
        progress.decimal(Facts.RETENTION_HEADROOM_HOURS),
        progress.decimal(Facts.CAPTURE_LAG_SECONDS),
        progress.decimal(Facts.INGESTION_LAG_SECONDS));
  }
}
