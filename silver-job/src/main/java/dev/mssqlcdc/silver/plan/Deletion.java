package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;
import java.util.Map;

/** Rows to delete from a table: those that are old enough and that nothing needs. */
public sealed interface Deletion {

  /** UTC; of bronze and history by commit time, of facts by the time of writing. */
  LocalDateTime olderThan();

  /**
   * Rows of bronze.
   *
   * @param before only rows with an LSN below
   */
  record BronzeRows(Lsn before, LocalDateTime olderThan) implements Deletion {}

  /** Versions of history that have ended. */
  record HistoryVersions(LocalDateTime olderThan) implements Deletion {}

  /**
   * Rows of batches, and events that repeat themselves; never the newest row of an application id,
   * by which the writer goes on.
   *
   * @param tables what is needed of each source table; of others no event is deleted
   */
  record FactsRows(Map<String, Needed> tables, LocalDateTime olderThan) implements Deletion {

    public FactsRows {
      tables = Map.copyOf(tables);
    }
  }
}
