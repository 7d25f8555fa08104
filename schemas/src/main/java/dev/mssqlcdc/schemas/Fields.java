package dev.mssqlcdc.schemas;

import java.util.Set;

/**
 * Names of ours in the flat value record; every other field is a captured column. A source column
 * that bears one of them is refused.
 */
public final class Fields {

  /** string: the capture instance that was read. */
  public static final String CAPTURE_INSTANCE = "_capture_instance";

  /** string: the commit's {@link Lsn}; of a snapshot row its chunk's stamp; of an event its LSN. */
  public static final String START_LSN = "_start_lsn";

  /** int64, microseconds since 1970 UTC: the commit time that belongs to {@link #START_LSN}. */
  public static final String COMMIT_TS = "_commit_ts";

  /** int32: {@link Operation#code()}; null on an event. */
  public static final String OPERATION = "_operation";

  /** int32: {@code __$command_id}; null on snapshot rows and events. */
  public static final String COMMAND_ID = "_command_id";

  /** string: {@code __$seqval} in the form of an {@link Lsn}; null on snapshot rows and events. */
  public static final String SEQVAL = "_seqval";

  /** string: id of the snapshot that a row belongs to; null on changes and events. */
  public static final String SNAPSHOT = "_snapshot";

  /** int32: number of the snapshot's chunk, from 0; null on changes and events. */
  public static final String CHUNK = "_chunk";

  /** struct {@code {id, type, detail, rows, lost_from_ts, lost_to_ts, metrics}}; null on rows. */
  public static final String EVENT = "_event";

  /** All of the above. */
  public static final Set<String> WIRE =
      Set.of(
          CAPTURE_INSTANCE,
          START_LSN,
          COMMIT_TS,
          OPERATION,
          COMMAND_ID,
          SEQVAL,
          SNAPSHOT,
          CHUNK,
          EVENT);

  /** BIGINT in bronze: the offset of the last record of the batch that wrote the row. */
  public static final String BATCH_ID = "_batch_id";

  /** BIGINT in bronze: the offset of the row's own record. */
  public static final String KAFKA_OFFSET = "_kafka_offset";

  /** Names that downstream tables add and that a source column must not bear either. */
  public static final Set<String> LAKE =
      Set.of(
          BATCH_ID,
          KAFKA_OFFSET,
          "_valid_from",
          "_valid_to",
          "_valid_from_lsn",
          "_valid_to_lsn",
          "_is_current");

  private Fields() {}

  /** Whether a source column must not bear this name. Column names of Delta ignore case. */
  public static boolean isReserved(String column) {
    return anyEquals(WIRE, column) || anyEquals(LAKE, column);
  }

  private static boolean anyEquals(Set<String> names, String column) {
    return names.stream().anyMatch(column::equalsIgnoreCase);
  }
}
