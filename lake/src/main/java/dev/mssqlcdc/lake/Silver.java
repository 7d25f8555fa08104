package dev.mssqlcdc.lake;

import dev.mssqlcdc.schemas.Fields;
import java.util.ArrayList;
import java.util.List;

/** Columns of a silver table: the captured ones, and the position of the image that each row is. */
public final class Silver {

  private static final List<Column> TRAILING =
      List.of(
          new Column(
              Fields.START_LSN, DeltaType.STRING, "LSN of the commit whose image this row is"),
          new Column(Fields.COMMIT_TS, DeltaType.TIMESTAMP_NTZ, "commit time of _start_lsn, UTC"));

  private Silver() {}

  /**
   * All columns in order.
   *
   * @param captured the source table's columns
   */
  public static List<Column> columns(List<Column> captured) {
    List<Column> all = new ArrayList<>(captured);
    all.addAll(TRAILING);
    return TableKind.SILVER.latest(all);
  }
}
