package dev.mssqlcdc.silver.run;

import dev.mssqlcdc.silver.plan.Plan;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Optional;

/** The port to one table's bronze and silver. */
public interface TableData {

  /** Whether the table has a key, its own or a declared one; without one it is bronze only. */
  boolean hasKey();

  /** Server and database of the source table, as bronze names them; empty if it does not yet. */
  Optional<String> source();

  /** Reads what a plan needs from one version of bronze. */
  Changes read(Plan.Work plan);

  /**
   * A number for the next write: greater than that of every write so far, and than that of a run
   * whose lease has expired.
   *
   * @param now UTC
   * @param lease how long a run holds the table
   */
  long fence(LocalDateTime now, Duration lease);
}
