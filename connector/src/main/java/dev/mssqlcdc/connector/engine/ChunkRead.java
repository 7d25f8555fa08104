package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.Column;
import dev.mssqlcdc.connector.core.KeyRange;
import dev.mssqlcdc.connector.core.ReadSettings;
import dev.mssqlcdc.connector.core.RowKey;
import dev.mssqlcdc.connector.core.SnapshotOffset;
import dev.mssqlcdc.connector.core.TableDefinition;
import dev.mssqlcdc.connector.core.TypeChangedException;
import dev.mssqlcdc.connector.jdbc.ChunkQueries.Part;
import dev.mssqlcdc.connector.jdbc.LogQueries.Head;
import dev.mssqlcdc.connector.jdbc.RowCursor;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the next chunk of a table's snapshot, in the key's order. A chunk that was interrupted goes
 * on after its last row, under its stamp; the snapshot of a table without a key begins anew.
 */
final class ChunkRead {

  private static final Logger LOG = LoggerFactory.getLogger(ChunkRead.class);

  private final Source source;
  private final ServerClock clock;
  private final SnapshotEvents events;
  private final long chunkRows;

  ChunkRead(Source source, ReadSettings settings, ServerClock clock) {
    this.source = source;
    this.clock = clock;
    this.events = new SnapshotEvents(source, clock);
    this.chunkRows = settings.chunkRows();
  }

  void run(TableState table) throws InterruptedException {
    if (table.snapshot().state() == SnapshotOffset.State.READ) {
      complete(table);
      return;
    }
    Lsn before = capturedUntil(table);
    Replica.check(known(table), before);
    boolean isKeyless = table.definition().key().isEmpty();
    boolean beginsAnew = isKeyless && table.snapshot().chunk().rows() > 0;
    if (table.snapshot().isWanted() || beginsAnew) {
      // a table without a position begins at S
      open(table, table.stream().announced() ? before : table.stream().from());
    }
    SnapshotOffset snapshot = table.snapshot();
    table.snapshot(snapshot.stamped(Lsn.max(snapshot.s(), before)));
    boolean isLast = readRows(table, events.timeAt(table, table.snapshot().chunk().stamp()));
    clock.see(source.log().head().clock());
    events.emitChunk(table, isLast);
    table.chunkIsNext(false);
    if (isLast) {
      complete(table);
    }
  }

  /**
   * What the source has captured for certain: where a new table begins, or the last chunk's stamp.
   */
  private static Lsn known(TableState table) {
    Lsn begin = table.stream().announced() ? Lsn.ZERO : table.stream().from();
    return Lsn.max(begin, table.snapshot().chunk().stamp());
  }

  /** Every commit at or below it is in what is read from now on. */
  private Lsn capturedUntil(TableState table) {
    Head head = source.log().head();
    clock.see(head.clock());
    Lsn begin = table.definition().instance().startLsn().previous();
    return Lsn.max(head.maxLsn().orElse(Lsn.ZERO), begin);
  }

  private void open(TableState table, Lsn s) throws InterruptedException {
    TableDefinition definition = table.definition();
    RowKey max = definition.key().isEmpty() ? RowKey.NONE : source.rows().maxKey(definition);
    table.snapshot(table.snapshot().openNext(s, max));
    LOG.info("Table {}: snapshot {} begins", table.id(), table.snapshot().id());
    events.emitOpen(table);
  }

  private void complete(TableState table) throws InterruptedException {
    events.emitComplete(table);
    table.flush();
    LOG.info("Table {}: snapshot {} is complete", table.id(), table.snapshot().id());
  }

  /** Whether these were the last. */
  private boolean readRows(TableState table, long stampTs) throws InterruptedException {
    SnapshotOffset snapshot = table.snapshot();
    if (table.definition().key().isEmpty()) {
      emitRows(table, () -> source.rows().tableRows(table.definition(), present(table)), stampTs);
      return true;
    }
    if (snapshot.max().isNone()) {
      return true;
    }
    Part part = new Part(table.definition(), snapshot.chunk().last(), snapshot.max());
    for (KeyRange.Piece piece : source.chunks().pieces(part)) {
      long left = chunkRows - table.snapshot().chunk().rows();
      if (left <= 0) {
        return false;
      }
      // the definition is asked for at each attempt: one that failed may have widened it
      emitRows(
          table,
          () ->
              source
                  .chunks()
                  .read(
                      new Part(table.definition(), part.low(), part.high()),
                      piece,
                      present(table),
                      left),
          stampTs);
    }
    return table.snapshot().chunk().rows() < chunkRows;
  }

  private static List<Column> present(TableState table) {
    return table.definition().columns().stream().filter(Column::inTable).toList();
  }

  private static void emitRows(TableState table, Supplier<RowCursor> query, long stampTs)
      throws InterruptedException {
    try (RowCursor rows = open(table, query)) {
      List<Column> columns = table.definition().columns();
      List<Column> key = table.definition().key();
      int[] places = present(table).stream().mapToInt(columns::indexOf).toArray();
      int[] keyPlaces = key.stream().mapToInt(columns::indexOf).toArray();
      var read = new Object[places.length];
      var values = new Object[columns.size()];
      while (rows.next()) {
        rows.values(read);
        for (int i = 0; i < places.length; i++) {
          values[places[i]] = read[i];
        }
        table.emitSnapshotRow(values, key(key, keyPlaces, values), stampTs);
      }
    }
  }

  private static RowKey key(List<Column> key, int[] places, Object[] values) {
    var of = new Object[places.length];
    for (int i = 0; i < places.length; i++) {
      of[i] = values[places[i]];
    }
    return RowKey.of(key, of);
  }

  /** The table may have a wider type already, of which capture has not come to know. */
  private static RowCursor open(TableState table, Supplier<RowCursor> query) {
    while (true) {
      try {
        return query.get();
      } catch (TypeChangedException e) {
        table.widen(e);
      }
    }
  }
}
