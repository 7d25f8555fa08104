package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.Properties;
import dev.mssqlcdc.writer.core.AcceptedGap;
import dev.mssqlcdc.writer.core.BatchNote;
import dev.mssqlcdc.writer.core.FactsRow;
import dev.mssqlcdc.writer.core.GapException;
import dev.mssqlcdc.writer.core.Resume;
import dev.mssqlcdc.writer.core.TableState;
import dev.mssqlcdc.writer.delta.CommitNotes;
import dev.mssqlcdc.writer.delta.KernelTable;
import dev.mssqlcdc.writer.delta.KernelTables;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out where a table stands when it is taken over, and mends what a crash left. */
public final class TableRecovery {

  private static final Logger LOG = LoggerFactory.getLogger(TableRecovery.class);

  private final KernelTables tables;
  private final BronzeTables bronze;
  private final FactsTable facts;

  public TableRecovery(KernelTables tables, BronzeTables bronze, FactsTable facts) {
    this.tables = tables;
    this.bronze = bronze;
    this.facts = facts;
  }

  /**
   * Where the topic's table stands. The facts table must have been refreshed.
   *
   * @param described the topic as Kafka describes it
   * @param logStart its first offset
   * @param logEnd the offset that its next record gets
   * @throws dev.mssqlcdc.writer.core.TableStopException when the table is not the one that was
   *     written, or records expired unread
   * @throws StaleException when another instance mends it at the same time
   * @throws LakeException when the tables cannot be read or written
   */
  public TablePosition recover(Topic described, long logStart, long logEnd) {
    Optional<KernelTable> table = bronze.find(described);
    Topic topic =
        table
            .map(found -> described.withId(found.properties().get(Properties.TOPIC_ID)))
            .orElse(described);
    Optional<AcceptedGap> accepted = table.flatMap(TableOrders::pending);
    return accepted.isPresent()
        ? afterGap(topic, table.orElseThrow(), accepted.get(), logStart, logEnd)
        : asLeft(topic, table, logStart, logEnd);
  }

  private TablePosition asLeft(
      Topic topic, Optional<KernelTable> table, long logStart, long logEnd) {
    Resume resume = resume(topic, table);
    if (table.isEmpty() && resume.facts().isPresent()) {
      throw replaced(topic, "is gone");
    }
    if (resume.needsRepair()) {
      resume = repaired(topic, table.orElseThrow(), resume);
    }
    TableState state = state(topic, table, resume, logStart);
    checkLogStart(topic, resume, state, logStart);
    checkLogEnd(topic, resume, logEnd);
    return new TablePosition(
        topic, table, resume.bronze(), resume.facts(), state, Optional.empty());
  }

  /** Whatever the gap has made unknown is given up, and what is known is kept. */
  private TablePosition afterGap(
      Topic topic, KernelTable table, AcceptedGap gap, long logStart, long logEnd) {
    Topic former = topic.withId(gap.formerTopicId());
    Resume known = resume(former, Optional.of(table));
    if (known.needsRepair()) {
      known = repairedIfPossible(former, table, known);
    }
    TableState state = stateIfKnown(former, known, logStart);
    boolean same = former.equals(topic);
    long next = same ? Math.max(state.next(), known.last().orElse(-1) + 1) : logStart;
    long from = Math.max(gap.next().orElse(next), logStart);
    if (same && from > logEnd) {
      throw endLost(topic, from, logEnd);
    }
    Resume resume = same ? known : resume(topic, Optional.of(table));
    return new TablePosition(
        topic,
        Optional.of(table),
        resume.bronze(),
        resume.facts(),
        state.afterGap(from),
        Optional.of(gap));
  }

  private Resume resume(Topic topic, Optional<KernelTable> table) {
    return new Resume(
        table
            .map(found -> tables.transactionVersion(found, topic.appId()))
            .orElse(OptionalLong.empty()),
        facts.offset(topic));
  }

  private Resume repairedIfPossible(Topic topic, KernelTable table, Resume resume) {
    try {
      return repaired(topic, table, resume);
    } catch (GapException e) {
      LOG.warn("{} (this gap is accepted)", e.what());
      return resume;
    }
  }

  private TableState stateIfKnown(Topic topic, Resume resume, long logStart) {
    return resume.facts().isEmpty()
        ? TableState.initial(logStart)
        : facts
            .batch(topic, resume.facts().getAsLong())
            .map(FactsRow::state)
            .orElseGet(() -> TableState.initial(logStart));
  }

  private Resume repaired(Topic topic, KernelTable table, Resume resume) {
    long last = resume.bronze().getAsLong();
    BatchNote note = note(topic, table, last);
    FactsBatch batch =
        new FactsBatch(topic.appId(), resume.facts(), last, note.missing(resume.facts()));
    if (!facts.append(List.of(batch)).isEmpty()) {
      throw new StaleException("topic " + topic.name() + ": another instance has taken it over");
    }
    LOG.info(
        "topic {}: the facts of the batch that ends at offset {} were missing and are written",
        topic.name(),
        last);
    facts.refresh();
    return new Resume(resume.bronze(), resume.bronze());
  }

  private BatchNote note(Topic topic, KernelTable table, long last) {
    return new CommitNotes(tables)
        .newest(
            table, text -> BatchNote.parse(text).filter(note -> is(note, topic, last)).isPresent())
        .flatMap(BatchNote::parse)
        .orElseThrow(
            () ->
                new GapException(
                    topic.table(),
                    ("the log entry of the batch that ends at offset %d of topic %s was cleaned up"
                            + " before its facts were written")
                        .formatted(last, topic.name()),
                    ""));
  }

  private static boolean is(BatchNote note, Topic topic, long last) {
    return note.appId().equals(topic.appId()) && note.last() == last;
  }

  private TableState state(Topic topic, Optional<KernelTable> table, Resume resume, long logStart) {
    if (resume.facts().isEmpty()) {
      return TableState.initial(logStart);
    }
    long last = resume.facts().getAsLong();
    FactsRow batch =
        facts
            .batch(topic, last)
            .orElseThrow(
                () ->
                    new GapException(
                        topic.table(),
                        ("the facts table's row of the batch that ends at offset %d of topic %s is"
                                + " missing; it must not be deleted, being the newest of its app_id")
                            .formatted(last, topic.name()),
                        "Restore the facts table if you can"));
    String id = table.map(KernelTable::id).orElse("");
    if (!batch.text(Facts.TARGET_ID).equals(Optional.of(id))) {
      throw replaced(topic, "was replaced by another");
    }
    return batch.state();
  }

  private static void checkLogStart(Topic topic, Resume resume, TableState state, long logStart) {
    if (resume.last().isPresent() && logStart > state.next()) {
      throw new GapException(
          topic.table(),
          ("records of topic %s from offset %d to %d were deleted before they were read (the topic"
                  + " begins at %d)")
              .formatted(topic.name(), state.next(), logStart - 1, logStart),
          "Raise the topic's retention.ms");
    }
  }

  private static void checkLogEnd(Topic topic, Resume resume, long logEnd) {
    if (resume.last().orElse(-1) >= logEnd) {
      throw endLost(topic, resume.last().getAsLong() + 1, logEnd);
    }
  }

  private static GapException endLost(Topic topic, long next, long logEnd) {
    return new GapException(
        topic.table(),
        "topic %s ends at offset %d, but was read up to %d: the broker lost records"
            .formatted(topic.name(), logEnd, next - 1),
        "",
        OptionalLong.of(logEnd));
  }

  private static GapException replaced(Topic topic, String what) {
    return new GapException(
        topic.table(),
        "the bronze table %s, but topic %s was written up to an offset already"
            .formatted(what, topic.name()),
        "Restore the table if you can");
  }
}
