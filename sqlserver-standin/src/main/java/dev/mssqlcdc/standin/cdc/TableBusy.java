package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.lock.Resource;
import java.util.Optional;

/**
 * A statement is about to write a table that is being altered. H2 must not wait inside it: once the
 * table is altered the statement would go on with what is not the table any more.
 */
public final class TableBusy extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int objectId;

  TableBusy(int objectId) {
    super("the table is being altered", null, false, false);
    this.objectId = objectId;
  }

  /** The one that a statement ended by, if it did. */
  public static Optional<TableBusy> in(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof TableBusy busy) {
        return Optional.of(busy);
      }
    }
    return Optional.empty();
  }

  /** What the statement waits for. */
  public Resource shape() {
    return Resource.shape(objectId);
  }
}
