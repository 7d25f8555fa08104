package dev.mssqlcdc.connector.jdbc;

import dev.mssqlcdc.connector.core.BeforeImages;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.schemas.SourcePosition;

/**
 * Rows of a change table in commit order, streamed. Images before an update are complete: where one
 * lacks values, the row that follows it, the image after the update, is read before it is given.
 */
public final class ChangeCursor implements AutoCloseable {

  private final RowCursor rows;
  private final BeforeImages images;
  private final String what;
  private Object[] values;
  private SourcePosition position;
  private Object[] aheadValues;
  private SourcePosition ahead;

  /**
   * @param what is read, for messages
   */
  ChangeCursor(RowCursor rows, BeforeImages images, String what) {
    this.rows = rows;
    this.images = images;
    this.what = what;
    this.values = rows.newRow();
    this.aheadValues = images.canLackValues() ? rows.newRow() : values;
  }

  /**
   * Goes to the next row.
   *
   * @return false at the end
   * @throws SourceException when the read fails, or an image before an update that lacks values is
   *     not followed by the one after it
   */
  public boolean next() {
    if (ahead != null) {
      takeAhead();
      return true;
    }
    if (!rows.next()) {
      return false;
    }
    position = rows.position();
    boolean canLackValues =
        images.canLackValues() && position.operation() == Operation.UPDATE_BEFORE.code();
    byte[] mask = canLackValues ? rows.updateMask() : null;
    rows.values(values);
    if (canLackValues && images.lacksValues(values, mask)) {
      complete(mask);
    }
    return true;
  }

  private void takeAhead() {
    Object[] free = values;
    values = aheadValues;
    aheadValues = free;
    position = ahead;
    ahead = null;
  }

  private void complete(byte[] mask) {
    ahead = rows.next() ? rows.position() : null;
    if (ahead == null || !isOfSameUpdate()) {
      throw noImageAfter();
    }
    rows.values(aheadValues);
    images.complete(values, mask, aheadValues);
  }

  private boolean isOfSameUpdate() {
    return ahead.operation() == Operation.UPDATE_AFTER.code()
        && ahead.startLsn().equals(position.startLsn())
        && ahead.commandId() == position.commandId()
        && ahead.seqval().equals(position.seqval());
  }

  /** Cleanup may be at work: the next attempt then finds that changes were lost. */
  private SourceException noImageAfter() {
    return new SourceException(
        SourceException.Kind.STATEMENT,
        "%s failed: the image before the update at %s is not followed by the one after it"
            .formatted(what, position),
        "look for jobs that delete from the change table");
  }

  /** Where the current row stands. */
  public SourcePosition position() {
    return position;
  }

  /** The current row's values, in the order of the columns; overwritten by a later row. */
  public Object[] values() {
    return values;
  }

  @Override
  public void close() {
    rows.close();
  }
}
