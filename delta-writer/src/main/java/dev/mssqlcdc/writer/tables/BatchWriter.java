package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.Properties;
import dev.mssqlcdc.writer.core.BadRecordException;
import dev.mssqlcdc.writer.core.Batch;
import dev.mssqlcdc.writer.core.BatchBuilder;
import dev.mssqlcdc.writer.core.BatchNote;
import dev.mssqlcdc.writer.core.BronzeColumns;
import dev.mssqlcdc.writer.core.BronzeShape;
import dev.mssqlcdc.writer.core.DeadLetter;
import dev.mssqlcdc.writer.core.Entry;
import dev.mssqlcdc.writer.core.RawRecord;
import dev.mssqlcdc.writer.core.TableStopException;
import dev.mssqlcdc.writer.decode.BatchDecoder;
import dev.mssqlcdc.writer.decode.RecordDecoder;
import dev.mssqlcdc.writer.decode.RecordSchemas;
import dev.mssqlcdc.writer.delta.CommitConflictException;
import dev.mssqlcdc.writer.delta.CommitRequest;
import dev.mssqlcdc.writer.delta.DataFile;
import dev.mssqlcdc.writer.delta.FileFormat;
import dev.mssqlcdc.writer.delta.KernelTable;
import dev.mssqlcdc.writer.delta.KernelTables;
import dev.mssqlcdc.writer.delta.RowFile;
import dev.mssqlcdc.writer.delta.TableColumn;
import dev.mssqlcdc.writer.delta.Txn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;

/** Writes a batch of records to its bronze table, at most once. For one thread. */
public final class BatchWriter {

  private static final int MAX_CONFLICTS = 20;
  private static final int MAX_LETTERS = 1_000;

  private final KernelTables tables;
  private final BronzeTables bronze;
  private final TableWatch watch;
  private final RecordSchemas schemas;
  private final RecordDecoder decoder;
  private final Optional<DeadLetters> deadLetters;
  private final FileFormat format;
  private final LongSupplier clock;

  /**
   * @param deadLetters where records go that cannot be used; empty to stop at them
   * @param clock microseconds UTC
   */
  public BatchWriter(
      KernelTables tables,
      BronzeTables bronze,
      RecordSchemas schemas,
      RecordDecoder decoder,
      Optional<DeadLetters> deadLetters,
      FileFormat format,
      LongSupplier clock) {
    this.tables = tables;
    this.bronze = bronze;
    this.watch = new TableWatch(tables, bronze);
    this.schemas = schemas;
    this.decoder = decoder;
    this.deadLetters = deadLetters;
    this.format = format;
    this.clock = clock;
  }

  /**
   * Writes records. Where one of them cannot be written, those before it are, and the result says
   * why it ended there.
   *
   * @param position where the table stands
   * @param records not empty
   * @param next where reading goes on after them
   * @throws StaleException when another instance has written to the table
   * @throws TableStopException when not even the first can be written
   * @throws LakeException when the commit failed; whether it took place is then unknown
   */
  public Written write(TablePosition position, List<RawRecord> records, long next) {
    TablePosition at = watch.current(position);
    for (int conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      at = at.bronze().isPresent() ? at : at.in(created(at.topic(), records));
      List<DataFile> files = new ArrayList<>();
      try {
        return writePrefix(at, records, next, files);
      } catch (CommitConflictException e) {
        at = watch.reloaded(at);
        files.forEach(file -> RowFile.discard(tables, file));
      }
    }
    throw new LakeException(
        "table %s: other processes committed %d times in between; trying again later"
            .formatted(at.topic().table(), MAX_CONFLICTS));
  }

  private KernelTable created(Topic topic, List<RawRecord> records) {
    List<Column> columns =
        records.stream()
            .flatMap(record -> columns(topic, record).stream())
            .findFirst()
            .orElse(List.of());
    return bronze.create(topic, BronzeColumns.ofNewTable(topic.table(), columns));
  }

  private void tolerate(BadRecordException bad) {
    if (deadLetters.isEmpty()) {
      throw bad;
    }
  }

  // What can be written is found by trying: it fails once in a table's life, if at all.
  private Written writePrefix(
      TablePosition at, List<RawRecord> records, long next, List<DataFile> files)
      throws CommitConflictException {
    List<RawRecord> prefix = records;
    Optional<TableStopException> stop = Optional.empty();
    while (true) {
      RecordCursor cursor = new RecordCursor(prefix);
      try {
        long end = prefix.size() == records.size() ? next : last(prefix).offset() + 1;
        return commit(at, cursor, end, stop, files);
      } catch (TableStopException e) {
        if (cursor.taken() == 0) {
          throw stop.orElse(e);
        }
        stop = Optional.of(stop.orElse(e));
        prefix = prefix.subList(0, cursor.taken());
      } catch (BatchFullException e) {
        prefix = prefix.subList(0, cursor.taken());
      }
    }
  }

  private Written commit(
      TablePosition at,
      RecordCursor cursor,
      long next,
      Optional<TableStopException> stop,
      List<DataFile> files)
      throws CommitConflictException {
    KernelTable table = at.bronze().orElseThrow();
    List<TableColumn> changed = table.planned(changedColumns(at.topic(), table, cursor));
    List<TableColumn> columns = table.columnsWith(changed);
    BatchBuilder builder =
        new BatchBuilder(at.target(), at.state(), cursor.first().arrivedAt() * 1000);
    at.accepted().ifPresent(gap -> builder.tell(gap, cursor.first().offset()));
    try (BatchFiles written = new BatchFiles(tables, table.path(), columns, format)) {
      cursor.rewind();
      Optional<List<String>> keys = fill(at.topic(), cursor, builder, columns, written);
      move(at, builder);
      long last = cursor.last().offset();
      Batch batch = builder.finish(last, next, clock.getAsLong());
      Map<String, String> set = new HashMap<>();
      Set<String> unset = new HashSet<>(TableKeys.changes(table.properties(), keys, set));
      at.accepted().ifPresent(gap -> unset.add(Properties.ACCEPTED_GAP));
      batch
          .source()
          .filter(source -> !source.equals(table.properties().get(Properties.SOURCE)))
          .ifPresent(source -> set.put(Properties.SOURCE, source));
      boolean quiet = batch.rows() == 0 && set.isEmpty() && unset.isEmpty();
      files.addAll(written.finish());
      KernelTable after =
          quiet
              ? table
              : tables.commit(
                  table,
                  CommitRequest.append(files, List.of(new Txn(at.topic().appId(), last)))
                      .noting(note(at.topic(), batch))
                      .changing(batch.rows() == 0 ? List.of() : changed, set, unset));
      return new Written(
          at.after(after, quiet ? at.bronzeOffset() : OptionalLong.of(last), batch),
          new FactsBatch(at.topic().appId(), at.factsOffset(), last, batch.facts()),
          batch,
          cursor.size(),
          stop);
    }
  }

  private void move(TablePosition at, BatchBuilder builder) {
    List<DeadLetter> letters = builder.letters();
    if (!letters.isEmpty()) {
      builder.moved(deadLetters.orElseThrow().move(at, letters));
    }
  }

  private static String note(Topic topic, Batch batch) {
    return new BatchNote(topic.appId(), batch.last(), batch.facts()).toJson();
  }

  /** Fills the file, and gives the key columns of the last row that was new, or of an event. */
  private Optional<List<String>> fill(
      Topic topic,
      RecordCursor cursor,
      BatchBuilder builder,
      List<TableColumn> columns,
      BatchFiles files) {
    List<Column> logical = columns.stream().map(TableColumn::logical).toList();
    BatchDecoder batch = decoder.batch(topic.name(), logical, cursor.last().offset());
    Optional<List<String>> keys = Optional.empty();
    while (cursor.hasNext()) {
      RawRecord record = cursor.peek();
      try {
        Entry entry = batch.decode(record);
        // Before the row counts for anything it must be known to be good, its key too.
        List<String> key =
            entry instanceof Entry.EventEntry
                ? List.of()
                : schemas.keyColumns(topic.name(), record);
        if (builder.accept(entry)) {
          files.next().write(batch.row());
          keys = Optional.of(key);
        }
      } catch (BadRecordException e) {
        reject(builder, record, e);
      }
      cursor.take();
    }
    return keys.isPresent() ? keys : builder.announcedKey();
  }

  private List<Column> changedColumns(Topic topic, KernelTable table, RecordCursor cursor) {
    BronzeColumns columns =
        new BronzeColumns(
            topic.table(),
            new BronzeShape(
                table.path(),
                table.logicalColumns(),
                table.hasColumnMapping(),
                table.hasTypeWidening()));
    List<Column> seen = List.of();
    while (cursor.hasNext()) {
      List<Column> wanted = columns(topic, cursor.peek()).orElse(seen);
      if (wanted != seen) {
        columns.take(wanted);
        seen = wanted;
      }
      cursor.take();
    }
    return columns.changed();
  }

  private void reject(BatchBuilder builder, RawRecord record, BadRecordException reason) {
    tolerate(reason);
    if (builder.letters().size() == MAX_LETTERS) {
      throw new BatchFullException();
    }
    builder.reject(new DeadLetter(record, reason));
  }

  private Optional<List<Column>> columns(Topic topic, RawRecord record) {
    try {
      return Optional.of(schemas.columns(topic.name(), record));
    } catch (BadRecordException e) {
      tolerate(e);
      return Optional.empty();
    }
  }

  private static RawRecord last(List<RawRecord> records) {
    return records.get(records.size() - 1);
  }

  /** The batch has as many dead letters as its log entry can tell of. */
  private static final class BatchFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
