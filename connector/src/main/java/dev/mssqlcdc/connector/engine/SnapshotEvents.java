package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.ChunkOffset;
import dev.mssqlcdc.connector.core.Column;
import dev.mssqlcdc.connector.core.Event;
import dev.mssqlcdc.connector.core.SnapshotOffset;
import dev.mssqlcdc.connector.core.SnapshotPurpose;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Tells of a snapshot: that it begins, each of its chunks, that it is complete or given up. */
final class SnapshotEvents {

  private static final long SECOND = TimeUnit.SECONDS.toMicros(1);

  private final ServerClock clock;

  SnapshotEvents(ServerClock clock) {
    this.clock = clock;
  }

  /**
   * @param sTs time of the last commit at or below S, microseconds since 1970 UTC; the stream's is
   *     taken if that is later
   */
  void emitOpen(TableState table, long sTs) throws InterruptedException {
    SnapshotOffset snapshot = table.snapshot();
    SnapshotPurpose purpose = snapshot.purpose();
    Lsn s = snapshot.s();
    List<String> key = table.definition().key().stream().map(Column::name).toList();
    var detail =
        new EventDetail.SnapshotOpen(
            snapshot.id(),
            s.toString(),
            key,
            purpose.isPartial(),
            purpose.reason().name().toLowerCase(Locale.ROOT),
            purpose.request().isEmpty() ? null : purpose.request(),
            text(table, purpose));
    table.emit(
        Event.plain(
            "snapshot_open/" + snapshot.id(), s, Math.max(sTs, table.stream().commitTs()), detail),
        table.offset());
    table.flush();
  }

  private static String text(TableState table, SnapshotPurpose purpose) {
    String rows = purpose.isPartial() ? "the rows of a filter" : "all rows";
    String how =
        table.definition().key().isEmpty()
            ? "in one piece, since it has no key, and anew from the first row after an interruption"
            : "in the order of the key, and after an interruption from there on";
    return "table %s: %s are read %s".formatted(table.id(), rows, how);
  }

  /**
   * The chunk was handed on.
   *
   * @param isLast whether it reaches to the snapshot's end, also where keys there are gone by now
   * @param stampTs time of the last commit at or below its stamp, microseconds since 1970 UTC
   */
  void emitChunk(TableState table, boolean isLast, long stampTs) throws InterruptedException {
    SnapshotOffset snapshot = table.snapshot();
    ChunkOffset chunk = snapshot.chunk();
    // a clock that was set back must not end the read before commits that came already
    long readUntil = Math.max(clock.readUntil(), table.stream().commitTs() + SECOND);
    var detail =
        new EventDetail.SnapshotChunk(
            snapshot.id(),
            chunk.number(),
            chunk.low().textsOrNull(),
            isLast ? snapshot.max().textsOrNull() : chunk.last().textsOrNull(),
            chunk.stamp().toString(),
            readUntil,
            isLast,
            table.gauges().snapshot().progress(clock.micros()));
    table.snapshot(isLast ? snapshot.read(readUntil) : snapshot.nextChunk(readUntil));
    table.emit(
        new Event(
            "snapshot_chunk/%s/%d".formatted(snapshot.id(), chunk.number()),
            chunk.stamp(),
            stampTs,
            detail,
            OptionalLong.of(chunk.rows()),
            Optional.empty()),
        table.snapshot());
  }

  /**
   * @param stampTs time of the last commit at or below the last chunk's stamp, microseconds since
   *     1970 UTC
   */
  void emitComplete(TableState table, long stampTs) throws InterruptedException {
    SnapshotOffset read = table.snapshot();
    ChunkOffset chunk = read.chunk();
    table.snapshot(read.done());
    boolean afterLoss = read.purpose().reason() == SnapshotPurpose.Reason.LOSS;
    var detail =
        new EventDetail.SnapshotComplete(
            read.id(),
            read.s().toString(),
            chunk.number(),
            chunk.readUntil(),
            read.purpose().isPartial(),
            afterLoss);
    String id = detail.type().wireName() + "/" + read.id();
    table.emit(Event.plain(id, chunk.stamp(), stampTs, detail), table.snapshot());
  }

  /**
   * The open snapshot stops: for good, or until the task is restarted.
   *
   * @param next what the table's offset says from now on
   * @param remedy what to do; null where someone asked for it
   */
  static void emitStopped(TableState table, SnapshotOffset next, String cause, String remedy)
      throws InterruptedException {
    SnapshotOffset open = table.snapshot();
    table.snapshot(next);
    table.emit(
        Event.plain(
            "snapshot_stopped/%s/%d/%08x".formatted(open.id(), open.rowsRead(), cause.hashCode()),
            Lsn.max(open.chunk().stamp(), table.stream().reached()),
            table.stream().commitTs(),
            new EventDetail.SnapshotStopped(open.id(), cause, remedy)),
        table.offset());
  }
}
