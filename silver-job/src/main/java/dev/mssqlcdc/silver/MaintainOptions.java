package dev.mssqlcdc.silver;

import dev.mssqlcdc.silver.plan.RetentionPolicy;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What maintenance does.
 *
 * @param tables names of source tables, whose tables alone are then touched; empty for all, and for
 *     facts, control and reports
 * @param optimize whether small files are put together
 * @param vacuumHours how long files that no version needs any more are kept; empty to keep them all
 * @param retention which rows are deleted
 */
public record MaintainOptions(
    Set<String> tables, boolean optimize, OptionalInt vacuumHours, RetentionPolicy retention) {

  public MaintainOptions {
    tables = Set.copyOf(tables);
    if (vacuumHours.isPresent() && vacuumHours.getAsInt() < 0) {
      throw new IllegalArgumentException(
          "files are to be kept for %d hours, at least 0 expected"
              .formatted(vacuumHours.getAsInt()));
    }
    if (!tables.isEmpty() && retention.factsDays().isPresent()) {
      throw new IllegalArgumentException(
          "the facts table holds facts of all tables: prune it in a run without names of tables");
    }
  }
}
