package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventDetail.DataSkipped;
import dev.mssqlcdc.schemas.EventDetail.Progress;
import dev.mssqlcdc.schemas.EventDetail.SnapshotChunk;
import dev.mssqlcdc.schemas.EventDetail.SnapshotOpen;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import dev.mssqlcdc.writer.core.Entry.Change;
import dev.mssqlcdc.writer.core.Entry.EventEntry;
import dev.mssqlcdc.writer.core.Entry.SnapshotRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Goes through the records of one batch in order: drops what came before, checks that nothing is
 * missing, and collects the facts.
 */
public final class BatchBuilder {

  /** Events whose repetition is known. A source that crashed repeats what it had just sent. */
  static final int RECENT_EVENTS = 50;

  private final BatchTarget target;
  private final long startedAt;
  private final FactsRows rows;
  private final RowCounts counts = new RowCounts();
  private final List<FactsRow> events = new ArrayList<>();
  private final List<DeadLetter> letters = new ArrayList<>();
  private final Deque<String> recent;
  private Optional<SourcePosition> position;
  private Optional<Verdict> verdict;
  private RangeWatch range;
  private ChunkWatch chunk;
  private Optional<Hold> hold;
  private Optional<LetterPlace> lastLetter;
  private Optional<String> source;
  private Optional<List<String>> key = Optional.empty();
  private Optional<Supplier<FactsRow>> told = Optional.empty();
  private OptionalLong firstCommitTs = OptionalLong.empty();
  private long repeated;

  /**
   * @param before the table's state after the batch before
   * @param startedAt when the batch's first record came, microseconds UTC
   */
  public BatchBuilder(BatchTarget target, TableState before, long startedAt) {
    this.target = target;
    this.rows = new FactsRows(target);
    this.startedAt = startedAt;
    this.position = before.position();
    this.verdict = before.verdict();
    this.range = before.range();
    this.chunk = before.chunk();
    this.hold = before.hold();
    this.lastLetter = before.lastLetter();
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
    firstCommitTs = firstCommitTs.isPresent() ? firstCommitTs : entry.commitTs();
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
   * Tells of the gap that was accepted before the batch; to be called before its first record.
   *
   * @param first the batch's first offset
   */
  public void tell(AcceptedGap gap, long first) {
    Optional<Verdict> before = verdict;
    told = Optional.of(() -> rows.gapAccepted(gap, first, before, firstCommitTs));
  }

  /** Takes a record that cannot be used: from now on the verdict stays where it is. */
  public void reject(DeadLetter letter) {
    letters.add(letter);
    hold = hold.or(() -> Optional.of(new Hold(letter.record().offset(), Optional.empty())));
    chunk = ChunkWatch.none(false);
  }

  /** The records that cannot be used; they must be in the dead letter topic before the end. */
  public List<DeadLetter> letters() {
    return List.copyOf(letters);
  }

  /**
   * Tells where the dead letters are.
   *
   * @param places by the records' offsets
   */
  public void moved(Map<Long, LetterPlace> places) {
    for (DeadLetter letter : letters) {
      LetterPlace place = places.get(letter.record().offset());
      events.add(rows.deadLetter(letter, place));
      lastLetter = Optional.of(place);
    }
  }

  /**
   * Ends the batch.
   *
   * @param last offset of the batch's last record
   * @param next where reading goes on
   * @param now microseconds UTC
   */
  public Batch finish(long last, long next, long now) {
    TableState after =
        new TableState(
            next, position, verdict, range, chunk, List.copyOf(recent), hold, lastLetter);
    List<FactsRow> facts = new ArrayList<>();
    told.ifPresent(gap -> facts.add(rows.stamped(gap.get(), now)));
    events.forEach(event -> facts.add(rows.stamped(event, now)));
    facts.add(rows.batch(after, counts, last, startedAt, now));
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
    events.add(rows.event(entry, verdict));
  }

  private boolean acceptProgress(EventEntry entry, Progress progress) {
    Lsn end = entry.lsn().orElseThrow(() -> stopped(entry, "the progress event has no LSN"));
    checkSource(entry, progress);
    if (isPassed(end)) {
      return false;
    }
    if (hold.isPresent()) {
      hold = hold.map(held -> held.reaching(end));
      return true;
    }
    check(entry, range.fault(verdict.map(Verdict::endLsn), progress, entry.event().rows()));
    range = RangeWatch.afterProgress();
    verdict = Optional.of(new Verdict(end, entry.commitTs()));
    return true;
  }

  private boolean isPassed(Lsn end) {
    Optional<Lsn> reached = hold.flatMap(Hold::reached);
    return Stream.concat(verdict.map(Verdict::endLsn).stream(), reached.stream())
        .anyMatch(known -> end.compareTo(known) <= 0);
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
    return new GapException(
        target.table(),
        "topic %s, partition 0, offset %d: %s".formatted(target.topic(), entry.offset(), fault),
        "Something between the connector and the topic dropped records (a transformation,"
            + " errors.tolerance=all, deleted records) or the connector lost its offset: take the"
            + " cause away");
  }
}
