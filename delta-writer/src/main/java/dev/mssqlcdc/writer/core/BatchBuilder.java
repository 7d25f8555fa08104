package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventDetail.DataSkipped;
import dev.mssqlcdc.schemas.EventDetail.Progress;
import dev.mssqlcdc.schemas.EventDetail.SnapshotChunk;
import dev.mssqlcdc.schemas.EventDetail.SnapshotOpen;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import dev.mssqlcdc.writer.core.Entry.Change;
import dev.mssqlcdc.writer.core.Entry.EventEntry;
import dev.mssqlcdc.writer.core.Entry.SnapshotRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Goes through the records of one batch in order: drops what came before, checks that nothing is
 * missing, and collects the facts.
 */
public final class BatchBuilder {

  /** Events whose repetition is known. A source that crashed repeats what it had just sent. */
  static final int RECENT_EVENTS = 50;

  private final BatchTarget target;
  private final long startedAt;
  private final RowCounts counts = new RowCounts();
  private final List<FactsRow> events = new ArrayList<>();
  private final Deque<String> recent;
  private Optional<SourcePosition> position;
  private Optional<Verdict> verdict;
  private RangeWatch range;
  private ChunkWatch chunk;
  private Optional<String> source;
  private Optional<List<String>> key = Optional.empty();
  private long repeated;

  /**
   * @param before the table's state after the batch before
   * @param startedAt when the batch's first record came, microseconds UTC
   */
  public BatchBuilder(BatchTarget target, TableState before, long startedAt) {
    this.target = target;
    this.startedAt = startedAt;
    this.position = before.position();
    this.verdict = before.verdict();
    this.range = before.range();
    this.chunk = before.chunk();
    this.recent = new ArrayDeque<>(before.recentEvents());
    this.source = target.source();
  }

  /**
   * Takes the next record.
   *
   * @return whether it is a row for bronze
   * @throws TableStopException when records before it are missing, or it is of another source
   */
  public boolean accept(Entry entry) {
    if (entry instanceof Change change) {
      return acceptChange(change);
    } else if (entry instanceof SnapshotRow row) {
      chunk = chunk.withRow(row.snapshot(), row.chunk());
      counts.addSnapshotRow(row.lsn(), row.commitTs());
      return true;
    }
    acceptEvent((EventEntry) entry);
    return false;
  }

  /**
   * Ends the batch.
   *
   * @param last offset of the batch's last record
   * @param next where reading goes on
   * @param now microseconds UTC
   */
  public Batch finish(long last, long next, long now) {
    TableState after = new TableState(next, position, verdict, range, chunk, List.copyOf(recent));
    List<FactsRow> facts = new ArrayList<>();
    events.forEach(event -> facts.add(stamped(event, now)));
    facts.add(batchRow(after, last, now));
    return new Batch(last, counts.rows(), repeated, facts, after, source);
  }

  private boolean acceptChange(Change change) {
    if (position.isPresent() && change.position().compareTo(position.get()) <= 0) {
      repeated++;
      return false;
    }
    position = Optional.of(change.position());
    range = range.withRow();
    counts.addChange(change.position(), change.commitTs());
    return true;
  }

  /** The key's columns, where an event of the batch named them; an empty list for no key. */
  public Optional<List<String>> announcedKey() {
    return key;
  }

  private void acceptEvent(EventEntry entry) {
    Event event = entry.event();
    if (recent.contains(event.id())) {
      repeated++;
      return;
    }
    EventDetail detail = detail(entry);
    if (detail instanceof Progress progress) {
      if (!acceptProgress(entry, progress)) {
        repeated++;
        return;
      }
    } else {
      remember(event.id());
    }
    if (detail instanceof SnapshotChunk read) {
      check(entry, chunk.fault(read, event.rows()));
      chunk = ChunkWatch.none(true);
    } else if (detail instanceof SnapshotOpen open) {
      key = Optional.ofNullable(open.key());
    } else if (detail instanceof DataSkipped) {
      range = range.withGap();
    }
    events.add(eventRow(entry));
  }

  private boolean acceptProgress(EventEntry entry, Progress progress) {
    Lsn end = entry.lsn().orElseThrow(() -> stopped(entry, "the progress event has no LSN"));
    checkSource(entry, progress);
    if (verdict.isPresent() && end.compareTo(verdict.get().endLsn()) <= 0) {
      return false;
    }
    check(entry, range.fault(verdict.map(Verdict::endLsn), progress, entry.event().rows()));
    range = RangeWatch.afterProgress();
    verdict = Optional.of(new Verdict(end, entry.commitTs()));
    return true;
  }

  private void checkSource(EventEntry entry, Progress progress) {
    String named = progress.server() + "/" + progress.database();
    if (source.isPresent() && !source.get().equals(named)) {
      throw new TableStopException(
          ("topic %s, offset %d: the record comes from %s, table %s is fed from %s."
                  + " Positions of two sources do not compare: use another topic.prefix for it")
              .formatted(target.topic(), entry.offset(), named, target.table(), source.get()));
    }
    source = Optional.of(named);
  }

  private EventDetail detail(EventEntry entry) {
    try {
      return entry.event().parsed().orElse(null);
    } catch (IllegalArgumentException e) {
      throw new TableStopException(
          "topic %s, offset %d: %s".formatted(target.topic(), entry.offset(), e.getMessage()), e);
    }
  }

  private void remember(String id) {
    if (recent.size() == RECENT_EVENTS) {
      recent.removeFirst();
    }
    recent.addLast(id);
  }

  private void check(EventEntry entry, Optional<String> fault) {
    if (fault.isPresent()) {
      throw stopped(entry, fault.get());
    }
  }

  private TableStopException stopped(EventEntry entry, String fault) {
    return new TableStopException(
        ("topic %s, offset %d, table %s: %s. Something between the connector and the topic dropped"
                + " records (a transformation, errors.tolerance=all, deleted records):"
                + " take it away, and read the source under another topic.prefix. The verdict stays where"
                + " it is")
            .formatted(target.topic(), entry.offset(), target.table(), fault));
  }

  private FactsRow eventRow(EventEntry entry) {
    Event event = entry.event();
    Map<String, Object> row = new HashMap<>(event.metrics());
    row.put(Facts.APP_ID, target.appId());
    row.put(Facts.BATCH_ID, entry.offset());
    row.put(Facts.EVENT, event.type());
    row.put(Facts.DETAIL, event.detail());
    put(row, Facts.ROWS, event.rows());
    put(row, Facts.LOST_FROM_TS, event.lostFromTs());
    put(row, Facts.LOST_TO_TS, event.lostToTs());
    entry.lsn().ifPresent(lsn -> putLsn(row, Facts.MIN_LSN, Facts.MAX_LSN, lsn));
    put(row, Facts.MIN_COMMIT_TS, entry.commitTs());
    put(row, Facts.MAX_COMMIT_TS, entry.commitTs());
    if (event.is(EventType.PROGRESS)) {
      verdict.ifPresent(reached -> putVerdict(row, reached));
    }
    return new FactsRow(row);
  }

  private FactsRow batchRow(TableState after, long last, long now) {
    Map<String, Object> row = new HashMap<>(counts.columns());
    row.put(Facts.APP_ID, target.appId());
    row.put(Facts.BATCH_ID, last);
    row.put(Facts.STARTED_AT, startedAt);
    row.put(Facts.DURATION_MS, Math.max(0, now - startedAt) / 1000);
    row.put(Facts.DETAIL, StateJson.detail(after));
    after.position().ifPresent(at -> row.put(Facts.POSITION, at.toString()));
    after.verdict().ifPresent(reached -> putVerdict(row, reached));
    return stamped(new FactsRow(row), now);
  }

  private FactsRow stamped(FactsRow row, long now) {
    Map<String, Object> values = new HashMap<>(row.values());
    values.put(Facts.TARGET, target.table());
    values.put(Facts.TARGET_ID, target.tableId());
    values.put(Facts.WRITTEN_AT, now);
    return new FactsRow(values);
  }

  private static void putVerdict(Map<String, Object> row, Verdict verdict) {
    row.put(Facts.END_LSN, verdict.endLsn().toString());
    put(row, Facts.END_COMMIT_TS, verdict.endCommitTs());
  }

  private static void putLsn(Map<String, Object> row, String min, String max, Lsn lsn) {
    row.put(min, lsn.toString());
    row.put(max, lsn.toString());
  }

  private static void put(Map<String, Object> row, String column, OptionalLong value) {
    value.ifPresent(number -> row.put(column, number));
  }
}
