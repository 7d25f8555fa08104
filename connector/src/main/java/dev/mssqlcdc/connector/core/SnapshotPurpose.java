package dev.mssqlcdc.connector.core;

/**
 * Why a snapshot is taken, and of which rows.
 *
 * @param reason why
 * @param request id of the request that asked for it; empty without one
 * @param where predicate that its rows meet, in T-SQL; empty for every row
 * @param isPartial whether only some rows are read, so that it only adds images downstream
 */
public record SnapshotPurpose(Reason reason, String request, String where, boolean isPartial) {

  /** Why a snapshot is taken. */
  public enum Reason {
    /** The table had no stored offset, or the mode asks for a snapshot at every start. */
    INITIAL,
    /** Changes were lost. */
    LOSS,
    /** The table's newer capture instance has more columns. */
    SWITCH,
    /** Someone asked. */
    REQUEST
  }

  /** Of all rows that the settings select. */
  public static SnapshotPurpose of(Reason reason) {
    return new SnapshotPurpose(reason, "", "", false);
  }

  /** What someone asked for. */
  public static SnapshotPurpose of(SnapshotRequest request) {
    String where = request.where().orElse("");
    return new SnapshotPurpose(Reason.REQUEST, request.id(), where, !where.isEmpty());
  }

  /** Whether the settings may choose other rows: who asks says which ones. */
  public boolean followsSettings() {
    return reason != Reason.REQUEST;
  }

  SnapshotPurpose partial(boolean isPartialNow) {
    return new SnapshotPurpose(reason, request, where, isPartialNow);
  }
}
