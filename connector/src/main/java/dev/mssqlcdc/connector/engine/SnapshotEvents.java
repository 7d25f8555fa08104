package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.ChunkOffset;
import dev.mssqlcdc.connector.core.Column;
import dev.mssqlcdc.connector.core.Event;
import dev.mssqlcdc.connector.core.SnapshotOffset;
import dev.mssqlcdc.connector.core.TableOffset;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Tells of a snapshot: that it begins, each of its chunks, that it is complete. */
final class SnapshotEvents {

  private final Source source;
  private final ServerClock clock;
  private final LogTimes times;

  SnapshotEvents(Source source, ServerClock clock) {
    this.source = source;
    this.clock = clock;
    this.times = new LogTimes(source.log(), clock.zone());
  }

  /** The time of the last commit at or below an LSN, microseconds since 1970 UTC. */
  long timeAt(TableState table, Lsn lsn) {
    return source
        .log()
        .lastCommit(lsn)
        .map(entry -> times.micros(entry, 0))
        .orElse(table.stream().commitTs());
  }

  void emitOpen(TableState table) throws InterruptedException {
    SnapshotOffset snapshot = table.snapshot();
    Lsn s = snapshot.s();
    List<String> key = table.definition().key().stream().map(Column::name).toList();
    var detail =
        new EventDetail.SnapshotOpen(
            snapshot.id(),
            s.toString(),
            key,
            snapshot.max().textsOrNull(),
            false,
            reason(snapshot));
    table.emit(
        Event.plain("snapshot_open/" + snapshot.id(), s, timeAt(table, s), detail),
        new TableOffset(table.stream(), snapshot));
  }

  private static String reason(SnapshotOffset snapshot) {
    return snapshot.reason().name().toLowerCase(Locale.ROOT);
  }

  /**
   * The chunk was handed on.
   *
   * @param isLast whether it reaches to the snapshot's end, also where keys there are gone by now
   */
  void emitChunk(TableState table, boolean isLast) throws InterruptedException {
    SnapshotOffset snapshot = table.snapshot();
    ChunkOffset chunk = snapshot.chunk();
    long readUntil = clock.readUntil();
    var detail =
        new EventDetail.SnapshotChunk(
            snapshot.id(),
            chunk.number(),
            chunk.low().textsOrNull(),
            isLast ? snapshot.max().textsOrNull() : chunk.last().textsOrNull(),
            chunk.stamp().toString(),
            readUntil,
            isLast);
    table.snapshot(isLast ? snapshot.read(readUntil) : snapshot.nextChunk(readUntil));
    table.emit(
        new Event(
            "snapshot_chunk/%s/%d".formatted(snapshot.id(), chunk.number()),
            chunk.stamp(),
            timeAt(table, chunk.stamp()),
            detail,
            OptionalLong.of(chunk.rows()),
            Optional.empty()),
        table.snapshot());
  }

  void emitComplete(TableState table) throws InterruptedException {
    SnapshotOffset read = table.snapshot();
    ChunkOffset chunk = read.chunk();
    table.snapshot(read.done());
    boolean afterLoss = read.reason() == SnapshotOffset.Reason.LOSS;
    var detail =
        new EventDetail.SnapshotComplete(
            read.id(), read.s().toString(), chunk.number(), chunk.readUntil(), false, afterLoss);
    String id = detail.type().wireName() + "/" + read.id();
    table.emit(
        Event.plain(id, chunk.stamp(), timeAt(table, chunk.stamp()), detail), table.snapshot());
  }
}
