package dev.mssqlcdc.silver.run;

import dev.mssqlcdc.silver.plan.Plan;

/** How far a run has come with a table that there is something to write of. */
sealed interface Step {

  Ready ready();

  /** What is to be written has been read. */
  record Ready(Plan.Work plan, ControlRow row, TableData data, Changes changes)
      implements Step, AutoCloseable {

    @Override
    public Ready ready() {
      return this;
    }

    @Override
    public void close() {
      changes.close();
    }
  }

  /**
   * The run holds the table.
   *
   * @param fence see {@link TableData#fence}
   * @param keeper keeps it held
   */
  record Held(Ready ready, long fence, LeaseKeeper keeper) implements Step {}
}
