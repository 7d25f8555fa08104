package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.writer.core.Entry.EventEntry;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Makes the facts rows of one batch. */
final class FactsRows {

  private final BatchTarget target;

  FactsRows(BatchTarget target) {
    this.target = target;
  }

  /** An event of the source. */
  FactsRow event(EventEntry entry, Optional<Verdict> verdict) {
    Event event = entry.event();
    Map<String, Object> row = own(entry.offset(), event.type(), event.detail());
    row.putAll(event.metrics());
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

  /** A record that went to the dead letter topic. */
  FactsRow deadLetter(DeadLetter letter, LetterPlace place) {
    return new FactsRow(
        own(
            letter.record().offset(),
            WriterEvents.DEAD_LETTER,
            WriterEvents.deadLetter(target.topic(), letter, place)));
  }

  /**
   * A gap that was accepted.
   *
   * @param offset of the first record after it
   * @param before how far the table was complete before it
   * @param after commit time of the first record after it
   */
  FactsRow gapAccepted(AcceptedGap gap, long offset, Optional<Verdict> before, OptionalLong after) {
    Map<String, Object> row =
        own(offset, WriterEvents.GAP_ACCEPTED, WriterEvents.gapAccepted(gap, offset));
    put(row, Facts.LOST_FROM_TS, before.map(Verdict::endCommitTs).orElse(OptionalLong.empty()));
    put(row, Facts.LOST_TO_TS, after);
    return new FactsRow(row);
  }

  FactsRow batch(TableState after, RowCounts counts, long last, long startedAt, long now) {
    Map<String, Object> row = own(last, null, StateJson.detail(after));
    row.putAll(counts.columns());
    row.put(Facts.STARTED_AT, startedAt);
    row.put(Facts.DURATION_MS, Math.max(0, now - startedAt) / 1000);
    after.position().ifPresent(at -> row.put(Facts.POSITION, at.toString()));
    after.verdict().ifPresent(reached -> putVerdict(row, reached));
    return stamped(new FactsRow(row), now);
  }

  /** With the table as it is when the batch is written. */
  FactsRow stamped(FactsRow row, long now) {
    Map<String, Object> values = new HashMap<>(row.values());
    values.put(Facts.TARGET, target.table());
    values.put(Facts.TARGET_ID, target.tableId());
    values.put(Facts.WRITTEN_AT, now);
    return new FactsRow(values);
  }

  private Map<String, Object> own(long offset, String event, String detail) {
    Map<String, Object> row = new HashMap<>();
    row.put(Facts.APP_ID, target.appId());
    row.put(Facts.BATCH_ID, offset);
    row.put(Facts.EVENT, event);
    row.put(Facts.DETAIL, detail);
    return row;
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
