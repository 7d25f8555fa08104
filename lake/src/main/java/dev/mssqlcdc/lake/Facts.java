package dev.mssqlcdc.lake;

import java.util.List;

/**
 * Columns of the facts table: one row per batch ({@code event} null) and one per event. Times are
 * UTC.
 */
public final class Facts {

  public static final String APP_ID = "app_id";
  public static final String BATCH_ID = "batch_id";
  public static final String ROWS = "rows";
  public static final String MIN_LSN = "min_lsn";
  public static final String MAX_LSN = "max_lsn";
  public static final String MIN_COMMIT_TS = "min_commit_ts";
  public static final String MAX_COMMIT_TS = "max_commit_ts";
  public static final String DELETES = "deletes";
  public static final String INSERTS = "inserts";
  public static final String UPDATES = "updates";
  public static final String STARTED_AT = "started_at";
  public static final String DURATION_MS = "duration_ms";
  public static final String SOURCE_RTT_MS = "source_rtt_ms";
  public static final String READ_SECONDS = "read_seconds";
  public static final String READ_MB = "read_mb";
  public static final String NETWORK_WAIT_MS = "network_wait_ms";
  public static final String RETENTION_WATERMARK_TS = "retention_watermark_ts";
  public static final String RETENTION_HEADROOM_HOURS = "retention_headroom_hours";
  public static final String EVENT = "event";
  public static final String LOST_FROM_TS = "lost_from_ts";
  public static final String LOST_TO_TS = "lost_to_ts";
  public static final String SOURCE_MAX_COMMIT_TS = "source_max_commit_ts";
  public static final String CAPTURE_LAG_SECONDS = "capture_lag_seconds";
  public static final String INGESTION_LAG_SECONDS = "ingestion_lag_seconds";
  public static final String END_LSN = "end_lsn";
  public static final String END_COMMIT_TS = "end_commit_ts";
  public static final String DETAIL = "detail";
  public static final String TARGET = "target";
  public static final String TARGET_ID = "target_id";
  public static final String WRITTEN_AT = "written_at";
  public static final String POSITION = "position";

  private static final List<Column> COLUMNS =
      List.of(
          new Column(
              APP_ID, DeltaType.STRING, "writer.id/topic@topic id: who wrote which topic's batch"),
          new Column(
              BATCH_ID,
              DeltaType.LONG,
              "Kafka offset of the batch's last record; of an event row the event's own offset"),
          new Column(ROWS, DeltaType.LONG, "rows written; of an event the rows that it counts"),
          new Column(MIN_LSN, DeltaType.STRING, "smallest LSN in the batch"),
          new Column(MAX_LSN, DeltaType.STRING, "greatest LSN in the batch"),
          new Column(MIN_COMMIT_TS, DeltaType.TIMESTAMP_NTZ, "smallest commit time in the batch"),
          new Column(MAX_COMMIT_TS, DeltaType.TIMESTAMP_NTZ, "greatest commit time in the batch"),
          new Column(DELETES, DeltaType.LONG, "rows with operation 1"),
          new Column(INSERTS, DeltaType.LONG, "rows with operation 2, and snapshot rows"),
          new Column(UPDATES, DeltaType.LONG, "rows with operation 4"),
          new Column(STARTED_AT, DeltaType.TIMESTAMP_NTZ, "when the batch's first record came"),
          new Column(DURATION_MS, DeltaType.LONG, "from started_at to the bronze commit, ms"),
          new Column(SOURCE_RTT_MS, DeltaType.DOUBLE, "round trip to SQL Server, ms"),
          new Column(READ_SECONDS, DeltaType.DOUBLE, "time spent reading the change table, s"),
          new Column(READ_MB, DeltaType.DOUBLE, "read from the change table, MB"),
          new Column(NETWORK_WAIT_MS, DeltaType.DOUBLE, "the server's wait for the network, ms"),
          new Column(
              RETENTION_WATERMARK_TS,
              DeltaType.TIMESTAMP_NTZ,
              "oldest commit that the source still keeps changes of"),
          new Column(
              RETENTION_HEADROOM_HOURS,
              DeltaType.DOUBLE,
              "from retention_watermark_ts to the position, hours: how long an outage may last"),
          new Column(EVENT, DeltaType.STRING, "type of the event; null on a batch's row"),
          new Column(LOST_FROM_TS, DeltaType.TIMESTAMP_NTZ, "where a gap begins"),
          new Column(LOST_TO_TS, DeltaType.TIMESTAMP_NTZ, "where a gap ends"),
          new Column(
              SOURCE_MAX_COMMIT_TS,
              DeltaType.TIMESTAMP_NTZ,
              "the source's newest captured commit at the read"),
          new Column(
              CAPTURE_LAG_SECONDS,
              DeltaType.DOUBLE,
              "server clock minus source_max_commit_ts: how far capture is behind, s"),
          new Column(
              INGESTION_LAG_SECONDS,
              DeltaType.DOUBLE,
              "source_max_commit_ts minus end_commit_ts: how far this table is behind, s"),
          new Column(END_LSN, DeltaType.STRING, "the table is complete up to this LSN"),
          new Column(END_COMMIT_TS, DeltaType.TIMESTAMP_NTZ, "commit time of end_lsn"),
          new Column(DETAIL, DeltaType.STRING, "JSON: what the event says; see the reference"),
          new Column(TARGET, DeltaType.STRING, "name of the bronze table"),
          new Column(TARGET_ID, DeltaType.STRING, "Delta id of the bronze table"),
          new Column(WRITTEN_AT, DeltaType.TIMESTAMP_NTZ, "when this row was made"),
          new Column(
              POSITION,
              DeltaType.STRING,
              "position of the last change row: start_lsn/command_id/seqval/operation"));

  private Facts() {}

  public static List<Column> columns() {
    return TableKind.FACTS.latest(COLUMNS);
  }
}
