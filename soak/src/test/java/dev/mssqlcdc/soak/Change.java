package dev.mssqlcdc.soak;

import java.util.Optional;

/**
 * What one statement did to one row.
 *
 * @param step place of the statement in its transaction
 * @param before the row before it; empty for an insert
 * @param after the row after it; empty for a delete; it has the same number
 */
record Change(SoakTable table, int step, Optional<Row> before, Optional<Row> after) {

  long number() {
    return before.or(() -> after).orElseThrow().number();
  }

  boolean isUpdate() {
    return before.isPresent() && after.isPresent();
  }
}
