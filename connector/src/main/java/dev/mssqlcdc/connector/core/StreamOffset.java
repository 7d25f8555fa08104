package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.Optional;

/**
 * How far a table's change stream has been handed on.
 *
 * @param instance the capture instance that is read
 * @param from end of the last finished range: every change at or below it was handed on
 * @param announced whether a progress event has said so; not yet on a new table
 * @param to end of the range that is being read; equals {@code from} when none is open
 * @param position the last row handed on; at or below {@code from} when the open range has none yet
 * @param rows rows of the open range handed on so far
 * @param ddlLsn every definition change at or below it was handed on
 * @param commitTs time of the last commit handed on, microseconds since 1970 UTC
 * @param witness LSN of a commit whose recorded time proves that this is still the same database;
 *     zero as long as none was seen
 * @param witnessTime that commit's {@code tran_end_time} as the source wrote it
 * @param instances what was told of the table's capture instances
 */
public record StreamOffset(
    String instance,
    Lsn from,
    boolean announced,
    Lsn to,
    SourcePosition position,
    long rows,
    Lsn ddlLsn,
    long commitTs,
    Lsn witness,
    String witnessTime,
    InstanceOffset instances)
    implements OffsetChange {

  /** Before every row. */
  public static final SourcePosition NO_POSITION = new SourcePosition(Lsn.ZERO, 0, Lsn.ZERO, 0);

  /** The stream of a table that has none: it begins above {@code from}. */
  public static StreamOffset startAt(
      String instance, Lsn from, long commitTs, Optional<LogEntry> witness) {
    return new StreamOffset(
        instance,
        from,
        false,
        from,
        NO_POSITION,
        0,
        from,
        commitTs,
        witness.map(LogEntry::lsn).orElse(Lsn.ZERO),
        witness.map(entry -> entry.time().toString()).orElse(""),
        InstanceOffset.FIRST);
  }

  /** Whether a range is open: begun and not yet finished. */
  public boolean isRangeOpen() {
    return to.compareTo(from) > 0;
  }

  /** The LSN of the last row handed on, or of the end of the last range if that is later. */
  public Lsn reached() {
    return Lsn.max(from, position.startLsn());
  }

  /** Whether rows of the open range were handed on, so that reading goes on above the position. */
  public boolean isInsideRange() {
    return position.startLsn().compareTo(from) > 0;
  }

  public StreamOffset open(Lsn end) {
    return new StreamOffset(
        instance,
        from,
        announced,
        end,
        position,
        0,
        ddlLsn,
        commitTs,
        witness,
        witnessTime,
        instances);
  }

  public StreamOffset row(SourcePosition at, long time) {
    return new StreamOffset(
        instance, from, announced, to, at, rows + 1, ddlLsn, time, witness, witnessTime, instances);
  }

  public StreamOffset ddl(Lsn lsn) {
    return new StreamOffset(
        instance,
        from,
        announced,
        to,
        position,
        rows,
        lsn,
        commitTs,
        witness,
        witnessTime,
        instances);
  }

  /** The open range is finished and its progress event handed on. */
  public StreamOffset finished(long lastCommitTs, Optional<LogEntry> newWitness) {
    return new StreamOffset(
        instance,
        to,
        true,
        to,
        position,
        0,
        Lsn.max(ddlLsn, to),
        lastCommitTs,
        newWitness.map(LogEntry::lsn).orElse(witness),
        newWitness.map(entry -> entry.time().toString()).orElse(witnessTime),
        instances);
  }

  /**
   * Changes below {@code complete} are lost, as far as they were not handed on: reading goes on
   * from there. Rows of the open range that were handed on from there on stay so.
   */
  public StreamOffset skippedTo(Lsn complete) {
    Lsn begin = complete.previous();
    return new StreamOffset(
        instance,
        begin,
        announced,
        Lsn.max(begin, to),
        position,
        rows,
        ddlLsn,
        commitTs,
        witness,
        witnessTime,
        instances);
  }

  /** The records have these fields, as {@link RecordForm#format} writes them. */
  public StreamOffset toldFields(String fields) {
    return fields.equals(instances.fields()) ? this : with(instance, instances.withFields(fields));
  }

  /** Consumers know this key, as {@link SqlNames#formatList} writes it. */
  public StreamOffset toldKey(String key) {
    return with(instance, instances.withKey(key));
  }

  /** From {@code at} on another instance is read. */
  public StreamOffset wentOver(String next, Lsn at) {
    return with(next, instances.wentOver(instance, at));
  }

  /** Consumers know that the old instance may be disabled. */
  public StreamOffset released() {
    return with(instance, instances.withRelease());
  }

  private StreamOffset with(String read, InstanceOffset told) {
    return new StreamOffset(
        read, from, announced, to, position, rows, ddlLsn, commitTs, witness, witnessTime, told);
  }

  /** Whether an old instance was read to its end, and nobody was told yet. */
  public boolean isReleasePending() {
    return instances.isReleasePending();
  }

  /**
   * Whether a task that starts from this offset can do without the old instance of another one of
   * the same table.
   *
   * @param later the stream as it is now
   */
  public boolean isPastSwitch(StreamOffset later) {
    return instance.equals(later.instance) && from.compareTo(later.instances.at()) >= 0;
  }

  @Override
  public TableOffset applyTo(Optional<TableOffset> before) {
    return new TableOffset(
        this,
        before.map(TableOffset::snapshot).orElse(SnapshotOffset.NONE),
        before.map(TableOffset::signals).orElse(SignalOffset.EMPTY));
  }
}
