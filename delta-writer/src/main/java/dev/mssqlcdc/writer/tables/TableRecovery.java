package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.writer.core.BatchNote;
import dev.mssqlcdc.writer.core.FactsRow;
import dev.mssqlcdc.writer.core.Resume;
import dev.mssqlcdc.writer.core.TableState;
import dev.mssqlcdc.writer.core.TableStopException;
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
   * @param logStart the topic's first offset
   * @param logEnd the offset that the topic's next record gets
   * @throws TableStopException when the table is not the one that was written, or records expired
   *     unread
   * @throws StaleException when another instance mends it at the same time
   * @throws LakeException when the tables cannot be read or written
   */
  public TablePosition recover(Topic topic, long logStart, long logEnd) {
    Optional<KernelTable> table = bronze.find(topic);
    OptionalLong inBronze =
        table
            .map(found -> tables.transactionVersion(found, topic.appId()))
            .orElse(OptionalLong.empty());
    Resume resume = new Resume(inBronze, facts.offset(topic));
    if (table.isEmpty() && resume.facts().isPresent()) {
      throw replaced(topic, "is gone");
    }
    if (resume.needsRepair()) {
      repair(topic, table.orElseThrow(), resume);
      facts.refresh();
      resume = new Resume(inBronze, inBronze);
    }
    TableState state = state(topic, table, resume, logStart);
    checkLogStart(topic, resume, state, logStart);
    checkLogEnd(topic, resume, logEnd);
    return new TablePosition(topic, table, resume.bronze(), resume.facts(), state);
  }

  private void repair(Topic topic, KernelTable table, Resume resume) {
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
  }

  private BatchNote note(Topic topic, KernelTable table, long last) {
    return new CommitNotes(tables)
        .newest(
            table, text -> BatchNote.parse(text).filter(note -> is(note, topic, last)).isPresent())
        .flatMap(BatchNote::parse)
        .orElseThrow(
            () ->
                new TableStopException(
                    ("table %s: the log entry of the batch that ends at offset %d of topic %s was"
                            + " cleaned up before its facts were written. Read the source under"
                            + " another topic.prefix")
                        .formatted(table.path(), last, topic.name())));
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
                    new TableStopException(
                        ("facts table: the row of the batch that ends at offset %d of topic %s is"
                                + " missing; it must not be deleted, being the newest of its app_id."
                                + " Restore the facts table")
                            .formatted(last, topic.name())));
    String id = table.map(KernelTable::id).orElse("");
    if (!batch.text(Facts.TARGET_ID).equals(Optional.of(id))) {
      throw replaced(topic, "was replaced by another");
    }
    return batch.state();
  }

  private static void checkLogStart(Topic topic, Resume resume, TableState state, long logStart) {
    if (resume.last().isPresent() && logStart > state.next()) {
      throw new TableStopException(
          ("topic %s: records from offset %d to %d were deleted before they were read (the topic"
                  + " begins at %d). Raise its retention.ms, and read the source under another topic.prefix")
              .formatted(topic.name(), state.next(), logStart - 1, logStart));
    }
  }

  private static void checkLogEnd(Topic topic, Resume resume, long logEnd) {
    if (resume.last().orElse(-1) >= logEnd) {
      throw new TableStopException(
          ("topic %s ends at offset %d, but was read up to %d: the broker lost records. Read the"
                  + " source under another topic.prefix")
              .formatted(topic.name(), logEnd, resume.last().getAsLong()));
    }
  }

  private static TableStopException replaced(Topic topic, String what) {
    return new TableStopException(
        ("bronze table %s %s, but topic %s was written up to an offset already. Restore the table,"
                + " or read the source under another topic.prefix")
            .formatted(topic.table(), what, topic.name()));
  }
}
