package dev.mssqlcdc.silver.compare;

import java.util.Locale;

/** What a key is found to be that is not the same on both sides. */
public enum Finding {
  /** The source has it, silver lacks it. */
  MISSING_TARGET,
  /** Silver has it, the source lacks it. */
  MISSING_SOURCE,
  /** Both have it, with other values. */
  RECORD_DIFF,
  /** Any of these, and a change of the key that silver has not applied yet explains it. */
  IN_FLIGHT;

  /** Its name in the report. */
  public String reportName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
