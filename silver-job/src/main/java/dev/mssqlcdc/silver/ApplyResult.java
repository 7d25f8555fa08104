package dev.mssqlcdc.silver;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.silver.plan.Verdict;
import dev.mssqlcdc.silver.run.Action;
import java.time.Duration;
import java.util.Optional;

/**
 * What a run did with one table.
 *
 * @param table name of the table
 * @param action in a word
 * @param note why it was held, has nothing or failed; otherwise empty
 * @param rowsRead rows of bronze read
 * @param upserted rows of silver inserted or updated
 * @param deleted rows of silver deleted
 * @param appliedLsn changes up to this LSN are in silver
 * @param verdict up to where silver is complete
 * @param took how long it took
 */
public record ApplyResult(
    String table,
    Action action,
    String note,
    long rowsRead,
    long upserted,
    long deleted,
    Optional<Lsn> appliedLsn,
    Optional<Verdict> verdict,
    Duration took) {

  public boolean isRebuilt() {
    return action == Action.REBUILT;
  }

  /** What went wrong, if something did. */
  public Optional<String> error() {
    return action == Action.FAILED ? Optional.of(note) : Optional.empty();
  }
}
