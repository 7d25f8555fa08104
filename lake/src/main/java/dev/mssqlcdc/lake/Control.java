package dev.mssqlcdc.lake;

import java.util.List;

/**
 * Columns of the control table: one row per layer and table. The writer owns the rows of layer
 * {@code bronze}, the silver job the others. Times are UTC.
 */
public final class Control {

  public static final String LAYER = "layer";
  public static final String TABLE_NAME = "table_name";
  public static final String FINALIZED_UNTIL = "finalized_until";
  public static final String END_LSN = "end_lsn";
  public static final String END_COMMIT_TS = "end_commit_ts";
  public static final String UPDATED_AT = "updated_at";
  public static final String APPLIED_LSN = "applied_lsn";
  public static final String APPLYING_LSN = "applying_lsn";
  public static final String SNAPSHOT_ID = "snapshot_id";
  public static final String OPEN_SNAPSHOT_ID = "open_snapshot_id";
  public static final String SNAPSHOT_OFFSET = "snapshot_offset";
  public static final String RUN_ID = "run_id";
  public static final String RUN_UNTIL = "run_until";
  public static final String TRACKED_COLUMNS = "tracked_columns";
  public static final String TRACKED_FROM_LSN = "tracked_from_lsn";

  private static final List<Column> COLUMNS =
      List.of(
          new Column(LAYER, DeltaType.STRING, "bronze, silver or history"),
          new Column(TABLE_NAME, DeltaType.STRING, "name of the table in its layer"),
          new Column(
              FINALIZED_UNTIL,
              DeltaType.TIMESTAMP_NTZ,
              "every period that ends at or before it is complete"),
          new Column(END_LSN, DeltaType.STRING, "the table is complete up to this LSN"),
          new Column(END_COMMIT_TS, DeltaType.TIMESTAMP_NTZ, "commit time of end_lsn"),
          new Column(UPDATED_AT, DeltaType.TIMESTAMP_NTZ, "when this row was written"),
          new Column(APPLIED_LSN, DeltaType.STRING, "changes up to this LSN are applied"),
          new Column(
              APPLYING_LSN,
              DeltaType.STRING,
              "target of the run under way, or of one that crashed; see applied_lsn"),
          new Column(SNAPSHOT_ID, DeltaType.STRING, "the last full snapshot applied as a whole"),
          new Column(OPEN_SNAPSHOT_ID, DeltaType.STRING, "the snapshot being applied by chunks"),
          new Column(
              SNAPSHOT_OFFSET,
              DeltaType.STRING,
              "topic id:Kafka offset of the last event of a chunk or partial snapshot applied"),
          new Column(RUN_ID, DeltaType.STRING, "the run that holds the table"),
          new Column(RUN_UNTIL, DeltaType.TIMESTAMP_NTZ, "when the run's hold expires"),
          new Column(TRACKED_COLUMNS, DeltaType.STRING, "history: columns that open a version"),
          new Column(
              TRACKED_FROM_LSN,
              DeltaType.STRING,
              "history: versions that start below it are sealed"));

  private Control() {}

  public static List<Column> columns() {
    return TableKind.CONTROL.latest(COLUMNS);
  }
}
