package dev.mssqlcdc.connector.core;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * When and how tables are read.
 *
 * @param mode what happens when a task starts
 * @param chunkRows rows of a chunk, at most
 * @param session how the server reads
 * @param minHeadroomMicros a table whose stream is behind and closer than this to losing changes
 *     reads no chunks
 * @param onSwitch whether a newer capture instance with more columns makes a snapshot necessary
 * @param selects by the table's name in lower case: the SELECT statement to read instead of it
 */
public record SnapshotSettings(
    Mode mode,
    long chunkRows,
    ScanSession session,
    long minHeadroomMicros,
    boolean onSwitch,
    Map<String, String> selects) {

  public SnapshotSettings {
    selects = Map.copyOf(selects);
  }

  /** What happens when a task starts. */
  public enum Mode {
    /** A table without a stored offset is read. */
    INITIAL,
    /** No table is read. */
    NO_DATA,
    /** As INITIAL; a table is not read any more once its snapshot is settled. */
    INITIAL_ONLY,
    /** Every table is read. */
    ALWAYS,
    /** As INITIAL; a table that lost changes is read anew. */
    WHEN_NEEDED
  }

  /**
   * Whether a table is read as far as it is wanted: its snapshot, and changes until commits that
   * its chunks may show came as changes too.
   */
  public boolean isEnded(TableOffset offset) {
    SnapshotOffset snapshot = offset.snapshot();
    return mode == Mode.INITIAL_ONLY
        && snapshot.state() == SnapshotOffset.State.DONE
        && offset.stream().commitTs() > snapshot.chunk().readUntil();
  }

  /** The SELECT statement to read in a table's place. */
  public Optional<String> select(TableId table) {
    return Optional.ofNullable(selects.get(key(table.toString())));
  }

  /** How a table is called in {@link #selects}. */
  public static String key(String table) {
    return table.toLowerCase(Locale.ROOT);
  }
}
