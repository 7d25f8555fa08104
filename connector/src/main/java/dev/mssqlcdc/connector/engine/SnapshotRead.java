package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.Column;
import dev.mssqlcdc.connector.core.Event;
import dev.mssqlcdc.connector.core.KeyText;
import dev.mssqlcdc.connector.core.SnapshotOffset;
import dev.mssqlcdc.connector.core.TableDefinition;
import dev.mssqlcdc.connector.core.TableOffset;
import dev.mssqlcdc.connector.core.TypeChangedException;
import dev.mssqlcdc.connector.jdbc.LogQueries.Head;
import dev.mssqlcdc.connector.jdbc.RowCursor;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a whole table as one chunk. An interrupted snapshot starts again under a new id; it never
 * moves the table's stream.
 */
final class SnapshotRead {

  private static final Logger LOG = LoggerFactory.getLogger(SnapshotRead.class);
  private static final String REASON = "initial";

  private final Source source;
  private final ServerClock clock;
  private final TableState table;

  SnapshotRead(Source source, ServerClock clock, TableState table) {
    this.source = source;
    this.clock = clock;
    this.table = table;
  }

  /**
   * @param s every commit at or below it is in what is read from now on
   */
  void run(Lsn s) throws InterruptedException {
    TableDefinition definition = table.definition();
    Optional<List<String>> max = maxKey(definition);
    Head before = head();
    Lsn stamp = Lsn.max(s, before.maxLsn().orElse(s));
    table.snapshot(table.snapshot().openNext(s, stamp));
    SnapshotOffset snapshot = table.snapshot();
    LOG.info("Table {}: snapshot {} begins", table.id(), snapshot.id());
    emitOpen(max);
    long stampTs = timeAt(stamp);
    long rows = readRows(definition, snapshot, stampTs);
    head();
    emitChunk(max, rows, stampTs);
    emitComplete(stampTs);
    table.flush();
    LOG.info("Table {}: snapshot {} is complete, {} rows", table.id(), snapshot.id(), rows);
  }

  private Optional<List<String>> maxKey(TableDefinition definition) {
    return definition.key().isEmpty()
        ? Optional.empty()
        : source.rows().maxKey(definition).map(key -> KeyText.of(definition.key(), key));
  }

  private Head head() {
    Head head = source.log().head();
    clock.see(head.clock());
    return head;
  }

  private long timeAt(Lsn lsn) {
    return source
        .log()
        .lastCommit(lsn)
        .map(entry -> clock.zone().toMicros(entry.time(), table.stream().commitTs()))
        .orElse(table.stream().commitTs());
  }

  private long readRows(TableDefinition definition, SnapshotOffset snapshot, long stampTs)
      throws InterruptedException {
    List<Column> columns = definition.columns();
    int[] places = present().stream().mapToInt(columns::indexOf).toArray();
    var read = new Object[places.length];
    var values = new Object[columns.size()];
    long rows = 0;
    try (RowCursor cursor = open()) {
      while (cursor.next()) {
        cursor.values(read);
        for (int i = 0; i < places.length; i++) {
          values[places[i]] = read[i];
        }
        table.emitSnapshotRow(values, snapshot, stampTs);
        rows++;
      }
    }
    return rows;
  }

  private List<Column> present() {
    return table.definition().columns().stream().filter(Column::inTable).toList();
  }

  /** The table may have a wider type already, of which capture has not come to know. */
  private RowCursor open() {
    while (true) {
      try {
        return source.rows().tableRows(table.definition(), present());
      } catch (TypeChangedException e) {
        table.widen(e);
      }
    }
  }

  private void emitOpen(Optional<List<String>> max) throws InterruptedException {
    SnapshotOffset snapshot = table.snapshot();
    var detail =
        new EventDetail.SnapshotOpen(
            snapshot.id(),
            snapshot.s().toString(),
            table.definition().key().stream().map(Column::name).toList(),
            max.orElse(null),
            false,
            REASON);
    table.emit(
        Event.plain("snapshot_open/" + snapshot.id(), snapshot.s(), timeAt(snapshot.s()), detail),
        new TableOffset(table.stream(), snapshot));
  }

  private void emitChunk(Optional<List<String>> max, long rows, long stampTs)
      throws InterruptedException {
    SnapshotOffset snapshot = table.snapshot();
    var detail =
        new EventDetail.SnapshotChunk(
            snapshot.id(),
            snapshot.chunk(),
            null,
            max.orElse(null),
            snapshot.stamp().toString(),
            clock.readUntil(),
            true);
    table.emit(
        new Event(
            "snapshot_chunk/%s/%d".formatted(snapshot.id(), snapshot.chunk()),
            snapshot.stamp(),
            stampTs,
            detail,
            OptionalLong.of(rows),
            Optional.empty()),
        snapshot);
  }

  private void emitComplete(long stampTs) throws InterruptedException {
    table.snapshot(table.snapshot().done());
    SnapshotOffset snapshot = table.snapshot();
    var detail =
        new EventDetail.SnapshotComplete(
            snapshot.id(),
            snapshot.s().toString(),
            snapshot.chunk() + 1,
            clock.readUntil(),
            false,
            false);
    table.emit(
        Event.plain("bootstrap/" + snapshot.id(), snapshot.stamp(), stampTs, detail), snapshot);
  }
}
