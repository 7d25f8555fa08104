package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.TableDef;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/** What capture reads, in commit order. */
sealed interface LogRecord {
  Lsn lsn();

  /**
   * A committed transaction that changed tracked tables.
   *
   * @param lsn the LSN of the commit record
   * @param first the LSN of the first record of the transaction
   */
  record Commit(
      Lsn lsn,
      Lsn first,
      long transactionId,
      LocalDateTime began,
      LocalDateTime ended,
      List<Change> changes)
      implements LogRecord {}

  /** Nothing happened for a while. */
  record Idle(Lsn lsn, LocalDateTime at) implements LogRecord {}

  /**
   * A tracked table was altered.
   *
   * @param altered the column_id of a column that has another type now
   */
  record Ddl(Lsn lsn, LocalDateTime at, TableDef after, String command, Optional<Integer> altered)
      implements LogRecord {}
}
