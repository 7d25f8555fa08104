package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.Column;
import dev.mssqlcdc.connector.core.KeyRange;
import dev.mssqlcdc.connector.core.ReadSettings;
import dev.mssqlcdc.connector.core.RowKey;
import dev.mssqlcdc.connector.core.SnapshotOffset;
import dev.mssqlcdc.connector.core.SnapshotOffset.State;
import dev.mssqlcdc.connector.core.SnapshotPurpose;
import dev.mssqlcdc.connector.core.SnapshotSettings;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.TableColumn;
import dev.mssqlcdc.connector.core.TableDefinition;
import dev.mssqlcdc.connector.core.TableScan;
import dev.mssqlcdc.connector.core.TypeChangedException;
import dev.mssqlcdc.connector.jdbc.ChunkQueries.Part;
import dev.mssqlcdc.connector.jdbc.LogQueries.Head;
import dev.mssqlcdc.connector.jdbc.RowCursor;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the next chunk of a table's snapshot, in the key's order. A chunk that was interrupted goes
 * on after its last row, under its stamp.
 */
final class ChunkRead {

  private static final Logger LOG = LoggerFactory.getLogger(ChunkRead.class);

  private final Source source;
  private final ServerClock clock;
  private final LogTimes times;
  private final SnapshotEvents events;
  private final SnapshotSettings settings;

  ChunkRead(Source source, ReadSettings settings, ServerClock clock) {
    this.source = source;
    this.clock = clock;
    this.times = new LogTimes(source.log(), clock.zone());
    this.events = new SnapshotEvents(clock);
    this.settings = settings.snapshot();
  }

  void run(TableState table) throws InterruptedException {
    if (table.snapshot().state() == State.READ) {
      complete(table, timeAtStamp(table));
      return;
    }
    Lsn before = capturedUntil(table);
    Replica.check(table.snapshot().chunk().stamp(), before);
    begin(table);
    table.snapshot(table.snapshot().stamped(Lsn.max(table.snapshot().s(), before)));
    long stampTs = timeAtStamp(table);
    boolean isLast = readRows(table, stampTs);
    clock.see(source.log().head().clock());
    events.emitChunk(table, isLast, stampTs);
    table.turn().succeeded();
    if (isLast) {
      complete(table, stampTs);
    }
  }

  /** Every commit at or below it is in what is read from now on. */
  private Lsn capturedUntil(TableState table) {
    Head head = source.log().head();
    clock.see(head.clock());
    Lsn begin = table.definition().instance().startLsn().previous();
    return Lsn.max(head.maxLsn().orElse(Lsn.ZERO), begin);
  }

  private long timeAtStamp(TableState table) {
    return source
        .log()
        .lastCommit(table.snapshot().chunk().stamp())
        .map(entry -> times.micros(entry, 0))
        .orElse(table.stream().commitTs());
  }

  /** What is to be known before the first chunk, and after a restart. */
  private void begin(TableState table) {
    SnapshotOffset snapshot = table.snapshot();
    if (snapshot.state() == State.OPEN) {
      boolean isKeyless = table.definition().key().isEmpty();
      RowKey max = isKeyless ? RowKey.NONE : ask(table, () -> source.chunks().maxKey(scan(table)));
      table.snapshot(snapshot.upTo(max));
    }
    SnapshotGauges gauges = table.gauges().snapshot();
    if (!gauges.isOf(snapshot.id())) {
      gauges.begin(snapshot.id(), estimatedRows(table), snapshot.rowsRead());
    }
  }

  private OptionalLong estimatedRows(TableState table) {
    if (table.snapshot().purpose().isPartial()) {
      return OptionalLong.empty();
    }
    try {
      return source.catalog().estimatedRows(table.definition().instance().tableObjectId());
    } catch (SourceException e) {
      if (e.isTransient()) {
        throw e;
      }
      LOG.debug("Table {}: its rows cannot be estimated", table.id(), e);
      return OptionalLong.empty();
    }
  }

  private void complete(TableState table, long stampTs) throws InterruptedException {
    table.gauges().snapshot().end();
    events.emitComplete(table, stampTs);
    table.flush();
    LOG.info("Table {}: snapshot {} is complete", table.id(), table.snapshot().id());
  }

  private TableScan scan(TableState table) {
    SnapshotPurpose purpose = table.snapshot().purpose();
    boolean isSelected = purpose.isPartial() && purpose.followsSettings();
    return new TableScan(
        table.definition(),
        isSelected ? settings.select(table.id()) : Optional.empty(),
        Optional.of(purpose.where()).filter(Predicate.not(String::isEmpty)),
        settings.session());
  }

  /** Whether these were the last. */
  private boolean readRows(TableState table, long stampTs) throws InterruptedException {
    SnapshotOffset snapshot = table.snapshot();
    if (table.definition().key().isEmpty()) {
      emitRows(table, () -> source.chunks().readAll(scan(table), present(table)), stampTs);
      return true;
    }
    if (snapshot.max().isNone()) {
      return true;
    }
    Part part = new Part(scan(table), snapshot.chunk().last(), snapshot.max());
    for (KeyRange.Piece piece : source.chunks().pieces(part)) {
      long left = settings.chunkRows() - table.snapshot().chunk().rows();
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
                      new Part(scan(table), part.low(), part.high()), piece, present(table), left),
          stampTs);
    }
    return table.snapshot().chunk().rows() < settings.chunkRows();
  }

  private static List<Column> present(TableState table) {
    return table.definition().columns().stream().filter(Column::inTable).toList();
  }

  private void emitRows(TableState table, Supplier<RowCursor> query, long stampTs)
      throws InterruptedException {
    try (RowCursor rows = ask(table, query)) {
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

  /** The table may have changed already, of which capture has not come to know. */
  private <T> T ask(TableState table, Supplier<T> query) {
    while (true) {
      try {
        return query.get();
      } catch (TypeChangedException e) {
        table.widen(e);
      } catch (SourceException e) {
        if (e.isTransient() || !isDefinedAnew(table)) {
          throw e;
        }
      }
    }
  }

  /** Whether the table has another name or fewer columns now; it is read accordingly. */
  private boolean isDefinedAnew(TableState table) {
    TableDefinition known = table.definition();
    List<TableColumn> inTable = source.catalog().tableColumns(known.instance().tableObjectId());
    TableDefinition now =
        source.catalog().instances().stream()
            .filter(known.instance()::isSameAs)
            .findFirst()
            .map(instance -> known.readFrom(instance.table(), inTable))
            .orElse(known);
    if (inTable.isEmpty() || now.equals(known)) {
      return false;
    }
    table.readAs(now);
    return true;
  }
}
