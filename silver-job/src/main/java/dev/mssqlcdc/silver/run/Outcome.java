package dev.mssqlcdc.silver.run;

import dev.mssqlcdc.silver.plan.SilverState;

/**
 * What a run did with one table.
 *
 * @param action in a word
 * @param note why, or empty
 * @param rowsRead rows of bronze read
 * @param upserted rows of silver inserted or updated
 * @param deleted rows of silver deleted
 * @param state where silver stands now
 */
public record Outcome(
    Action action, String note, long rowsRead, long upserted, long deleted, SilverState state) {

  static Outcome without(Action action, String note, SilverState state) {
    return new Outcome(action, note, 0, 0, 0, state);
  }
}
