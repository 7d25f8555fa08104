package dev.mssqlcdc.lake;

import dev.mssqlcdc.schemas.Fields;
import java.util.ArrayList;
import java.util.List;

/** Columns of a bronze table: ours around the captured ones. */
public final class Bronze {

  private static final List<Column> LEADING =
      List.of(
          new Column(
              Fields.CAPTURE_INSTANCE, DeltaType.STRING, "capture instance that the row came from"),
          new Column(
              Fields.START_LSN,
              DeltaType.STRING,
              "LSN of the commit (0x and 20 hex digits); of a snapshot row the stamp of its chunk"),
          new Column(
              Fields.SEQVAL,
              DeltaType.STRING,
              "order inside the command (__$seqval); null on snapshot rows"),
          new Column(
              Fields.OPERATION,
              DeltaType.INTEGER,
              "0 snapshot row, 1 delete, 2 insert, 3 before an update, 4 after it"),
          new Column(
              Fields.COMMAND_ID,
              DeltaType.INTEGER,
              "order of the command in its transaction; null on snapshot rows"),
          new Column(Fields.COMMIT_TS, DeltaType.TIMESTAMP_NTZ, "commit time of _start_lsn, UTC"));

  private static final List<Column> TRAILING =
      List.of(
          new Column(
              Fields.BATCH_ID,
              DeltaType.LONG,
              "Kafka offset of the last record of the batch that wrote the row"),
          new Column(Fields.SNAPSHOT, DeltaType.STRING, "snapshot id; null on change rows"),
          new Column(Fields.CHUNK, DeltaType.INTEGER, "chunk of the snapshot; null on change rows"),
          new Column(Fields.KAFKA_OFFSET, DeltaType.LONG, "Kafka offset of the row's record"));

  private Bronze() {}

  /**
   * All columns in order.
   *
   * @param captured the source table's columns
   */
  public static List<Column> columns(List<Column> captured) {
    List<Column> all = new ArrayList<>(LEADING);
    all.addAll(captured);
    all.addAll(TRAILING);
    return TableKind.BRONZE.latest(all);
  }
}
