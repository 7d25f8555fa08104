package dev.mssqlcdc.lake;

import java.util.ArrayList;
import java.util.List;

/** Columns of a history table: the captured ones, and from when to when each version held. */
public final class History {

  public static final String VALID_FROM = "_valid_from";
  public static final String VALID_TO = "_valid_to";
  public static final String VALID_FROM_LSN = "_valid_from_lsn";
  public static final String VALID_TO_LSN = "_valid_to_lsn";
  public static final String IS_CURRENT = "_is_current";

  private static final List<Column> TRAILING =
      List.of(
          new Column(VALID_FROM, DeltaType.TIMESTAMP_NTZ, "commit time of _valid_from_lsn, UTC"),
          new Column(
              VALID_TO,
              DeltaType.TIMESTAMP_NTZ,
              "commit time of _valid_to_lsn, UTC; null on a current version"),
          new Column(
              VALID_FROM_LSN, DeltaType.STRING, "the version holds from this LSN on, inclusive"),
          new Column(
              VALID_TO_LSN,
              DeltaType.STRING,
              "the version holds up to this LSN, exclusive; null on a current version"),
          new Column(IS_CURRENT, DeltaType.BOOLEAN, "whether the row is now as this version says"));

  private History() {}

  /**
   * All columns in order.
   *
   * @param captured the source table's columns
   */
  public static List<Column> columns(List<Column> captured) {
    List<Column> all = new ArrayList<>(captured);
    all.addAll(TRAILING);
    return TableKind.HISTORY.latest(all);
  }
}
