package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.TableDef;
import org.h2.value.Value;

/**
 * One changed row. The values are H2's own, shared with the table: an image costs an array, not a
 * copy of the row.
 */
final class Change {
  private final TableDef table;
  private final int statement;
  private final Value[] before;
  private final Value[] after;

  /**
   * @param table the table as it was when the row changed
   * @param statement the ordinal of the statement in its transaction
   * @param before null for an insert
   * @param after null for a delete
   */
  Change(TableDef table, int statement, Value[] before, Value[] after) {
    this.table = table;
    this.statement = statement;
    this.before = before;
    this.after = after;
  }

  TableDef table() {
    return table;
  }

  int statement() {
    return statement;
  }

  boolean isInsert() {
    return before == null;
  }

  boolean isDelete() {
    return after == null;
  }

  Value before(int index) {
    return before[index];
  }

  Value after(int index) {
    return after[index];
  }

  /**
   * True if the update gave the column another value; letters of another case are another value.
   */
  boolean changed(int index) {
    Value old = before[index];
    Value now = after[index];
    boolean ignoresCase = old.getValueType() == Value.VARCHAR_IGNORECASE;
    if (ignoresCase && now.getValueType() == Value.VARCHAR_IGNORECASE) {
      return !old.getString().equals(now.getString());
    }
    return !old.equals(now);
  }
}
