package dev.mssqlcdc.schemas;

import java.util.List;

/**
 * What an event says, per type: the JSON of the event's {@code detail} field, with snake_case
 * names. LSNs are texts of the {@link Lsn} form. A reader ignores properties it does not know, so a
 * later version may add some.
 */
public sealed interface EventDetail {

  /** The type that carries this detail. */
  EventType type();

  /**
   * Every commit of the table up to the event's LSN precedes the event.
   *
   * @param from the LSN where the progress before this one ended; null on a table's first
   * @param start on a table's first: the LSN above which its stream begins, so that a reader which
   *     has seen more of the table knows what it misses; null on the others
   * @param server source server name
   * @param database source database name
   */
  record Progress(String from, String start, String server, String database)
      implements EventDetail {
    @Override
    public EventType type() {
      return EventType.PROGRESS;
    }
  }

  /**
   * The source table's definition changed.
   *
   * @param ddl the statement as the source recorded it
   * @param ddlLsn LSN of the change
   * @param changes one line for each change of the record's columns, empty if none
   * @param notCaptured columns of the table that the instance does not capture
   */
  record SchemaChange(String ddl, String ddlLsn, List<String> changes, List<String> notCaptured)
      implements EventDetail {
    @Override
    public EventType type() {
      return EventType.SCHEMA_CHANGE;
    }
  }

  /**
   * Reading went over from one capture instance to another.
   *
   * @param oldInstance read below {@code startLsn}
   * @param newInstance read from {@code startLsn} on
   * @param startLsn where the newer instance starts, or, where more was read of the older already,
   *     the first LSN above that
   * @param notCaptured columns of the table that neither captures
   * @param leftOut columns that the newer instance's column list leaves out
   * @param text what it means, for people
   */
  record CaptureInstanceSwitched(
      String oldInstance,
      String newInstance,
      String startLsn,
      List<String> notCaptured,
      List<String> leftOut,
      String text)
      implements EventDetail {
    @Override
    public EventType type() {
      return EventType.CAPTURE_INSTANCE_SWITCHED;
    }
  }

  /** The old instance is not needed any more and may be disabled. */
  record CaptureInstanceReleased(String oldInstance, String newInstance, String text)
      implements EventDetail {
    @Override
    public EventType type() {
      return EventType.CAPTURE_INSTANCE_RELEASED;
    }
  }

  /** The newer instance identifies rows by other columns: silver stops until a full snapshot. */
  record KeyChanged(List<String> oldKey, List<String> newKey, String text) implements EventDetail {
    @Override
    public EventType type() {
      return EventType.KEY_CHANGED;
    }
  }

  /**
   * Changes were lost at the source, and the table went on without them.
   *
   * @param from the LSN after which changes are missing
   * @param to the LSN from which on they are complete again
   * @param cause what happened, for people
   */
  record DataSkipped(String from, String to, String cause) implements EventDetail {
    @Override
    public EventType type() {
      return EventType.DATA_SKIPPED;
    }
  }

  /**
   * A snapshot begins.
   *
   * @param snapshot id of the snapshot, unique in its table
   * @param s the LSN at the open: commits at or below it are in what the snapshot reads
   * @param key names of the key's columns in the source, in order, so that a table without rows has
   *     its key downstream; empty for a keyless table
   * @param partial whether only some rows are read, so that it only adds images
   * @param reason {@code initial}, {@code loss}, {@code switch} or {@code request}
   * @param request id of the request; null without one
   * @param text what it means, for people
   */
  record SnapshotOpen(
      String snapshot,
      String s,
      List<String> key,
      boolean partial,
      String reason,
      String request,
      String text)
      implements EventDetail {
    @Override
    public EventType type() {
      return EventType.SNAPSHOT_OPEN;
    }
  }

  /**
   * All rows of one chunk precede this event; their count is the event's {@code rows}.
   *
   * @param snapshot id of the snapshot
   * @param chunk number of the chunk, from 0
   * @param low the greatest key of the chunk before, exclusive; null in the first (open below)
   * @param high the greatest key of this chunk, inclusive; null for an empty or keyless table
   * @param stamp L, the rows' {@code _start_lsn}
   * @param readUntil server clock, microseconds UTC, that the read is certainly over at
   * @param last whether no chunk follows
   * @param progress how far the snapshot is
   */
  record SnapshotChunk(
      String snapshot,
      int chunk,
      List<String> low,
      List<String> high,
      String stamp,
      long readUntil,
      boolean last,
      SnapshotProgress progress)
      implements EventDetail {
    @Override
    public EventType type() {
      return EventType.SNAPSHOT_CHUNK;
    }
  }

  /**
   * How far a snapshot is and how fast, since its task began with it.
   *
   * @param rowsRead rows of the snapshot so far
   * @param rowsEstimated rows of the table, as the server estimates; null if it is not asked
   * @param rowsPerSecond rows read in a second, pauses included
   * @param estimatedEnd microseconds since 1970 UTC; null without an estimate
   */
  record SnapshotProgress(
      long rowsRead, Long rowsEstimated, double rowsPerSecond, Long estimatedEnd) {}

  /**
   * A snapshot stopped before its last chunk, and the table's changes go on. Where a restart of the
   * task goes on with it, more of it follows this event.
   *
   * @param cause what happened, or who asked
   * @param remedy what to do, for a snapshot that failed
   */
  record SnapshotStopped(String snapshot, String cause, String remedy) implements EventDetail {
    @Override
    public EventType type() {
      return EventType.SNAPSHOT_STOPPED;
    }
  }

  /**
   * A snapshot is complete: every chunk's event precedes this one.
   *
   * @param snapshot id of the snapshot
   * @param s the LSN at its open
   * @param chunks how many chunks it has
   * @param readUntil the greatest {@code read_until} of its chunks, microseconds UTC
   * @param partial as in {@link SnapshotOpen}
   * @param afterLoss whether a loss of changes made it necessary; this tells the two types apart
   */
  record SnapshotComplete(
      String snapshot, String s, int chunks, long readUntil, boolean partial, boolean afterLoss)
      implements EventDetail {
    @Override
    public EventType type() {
      return afterLoss ? EventType.RESNAPSHOT : EventType.BOOTSTRAP;
    }
  }

  /**
   * The table cannot go on; the others do.
   *
   * @param cause what happened and where
   * @param remedy what to do
   */
  record TableStopped(String cause, String remedy) implements EventDetail {
    @Override
    public EventType type() {
      return EventType.TABLE_STOPPED;
    }
  }
}
