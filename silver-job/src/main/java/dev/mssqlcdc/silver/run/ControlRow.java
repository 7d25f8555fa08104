package dev.mssqlcdc.silver.run;

import dev.mssqlcdc.silver.plan.SilverState;
import java.time.LocalDateTime;
import java.util.Objects;
import java.util.Optional;

/**
 * A silver table's row in control, as it was read or last written.
 *
 * @param table name of the table
 * @param stored whether control has the row
 * @param state what it says
 * @param updatedAt when it was written, UTC
 */
public record ControlRow(
    String table, boolean stored, SilverState state, Optional<LocalDateTime> updatedAt) {

  public ControlRow {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(updatedAt, "updatedAt");
  }

  /** The row of a table that control does not know. */
  public static ControlRow absent(String table) {
    return new ControlRow(table, false, SilverState.NONE, Optional.empty());
  }
}
