package dev.mssqlcdc.writer.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventJson;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import dev.mssqlcdc.writer.core.Entry.Change;
import dev.mssqlcdc.writer.core.Entry.EventEntry;
import dev.mssqlcdc.writer.core.Entry.SnapshotRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TestBatchBuilder {

  private static final BatchTarget TARGET =
      new BatchTarget("w/t@1", "t", "dbo.t", "table-id", Optional.empty());

  private long offset;

  @Test
  void countsRowsAndBoundsThem() {
    Batch batch =
        batch(
            TableState.initial(0),
            change(5, 1, 2),
            change(5, 2, 3),
            change(5, 2, 4),
            change(7, 1, 1),
            snapshotRow(4, "s", 0));

    assertThat(batch.rows()).isEqualTo(5);
    Map<String, Object> row = batch.facts().get(0).values();
    assertThat(row)
        .containsEntry(Facts.ROWS, 5L)
        .containsEntry(Facts.INSERTS, 2L)
        .containsEntry(Facts.UPDATES, 1L)
        .containsEntry(Facts.DELETES, 1L)
        .containsEntry(Facts.MIN_LSN, lsn(4).toString())
        .containsEntry(Facts.MAX_LSN, lsn(7).toString())
        .containsEntry(Facts.MIN_COMMIT_TS, 4_000L)
        .containsEntry(Facts.MAX_COMMIT_TS, 7_000L)
        .containsEntry(Facts.TARGET_ID, "table-id")
        .containsEntry(Facts.BATCH_ID, 4L)
        .doesNotContainKey(Facts.EVENT)
        .doesNotContainKey(Facts.END_LSN);
  }

  @Test
  void progressMovesTheVerdictAndIsAFactOfItsOwn() {
    Batch batch =
        batch(TableState.initial(0), change(5, 1, 2), progress(null, 6, 1), change(8, 1, 2));

    assertThat(batch.after().verdict()).contains(new Verdict(lsn(6), OptionalLong.of(6_000)));
    assertThat(batch.source()).contains("srv/db");
    assertThat(batch.facts()).hasSize(2);
    assertThat(batch.facts().get(0).values())
        .containsEntry(Facts.EVENT, "progress")
        .containsEntry(Facts.BATCH_ID, 1L)
        .containsEntry(Facts.ROWS, 1L)
        .containsEntry(Facts.END_LSN, lsn(6).toString())
        .containsEntry(Facts.SOURCE_RTT_MS, 2.5);
    assertThat(batch.facts().get(1).values()).containsEntry(Facts.END_LSN, lsn(6).toString());
  }

  @Test
  void aRangeThatBeginsAfterTheEndOfTheOneBeforeIsALoss() {
    assertThatThrownBy(() -> batch(TableState.initial(0), progress(null, 6, 0), progress(7L, 9, 0)))
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining("table dbo.t: topic t, partition 0, offset 1")
        .hasMessageContaining("follows " + lsn(7))
        .hasMessageContaining("ended at " + lsn(6));
  }

  @Test
  void aFirstRangeThatFollowsAnotherIsALossUnlessTheTopicWasCutOff() {
    assertThatThrownBy(() -> batch(TableState.initial(0), progress(3L, 6, 0)))
        .hasMessageContaining("it is the first");

    assertThat(batch(TableState.initial(10), progress(3L, 6, 7)).after().verdict()).isPresent();
  }

  @Test
  void rowsThatAreMissingAreFoundAcrossBatches() {
    TableState half = batch(TableState.initial(0), change(1, 1, 2)).after();

    assertThatThrownBy(() -> batch(half, change(2, 1, 2), progress(null, 6, 3)))
        .hasMessageContaining("the source sent 3 change rows after")
        .hasMessageContaining("2 arrived");
    assertThat(batch(half, change(2, 1, 2), progress(null, 6, 2)).after().verdict()).isPresent();
  }

  @Test
  void aGapEventExplainsWhatIsMissing() {
    EventEntry skipped =
        event("gap", 7, new EventDetail.DataSkipped(lsn(6).toString(), lsn(9).toString(), "c"), 0);

    Batch batch =
        batch(
            TableState.initial(0),
            progress(null, 6, 0),
            skipped,
            change(10, 1, 2),
            progress(9L, 11, 5));

    assertThat(batch.after().verdict()).contains(new Verdict(lsn(11), OptionalLong.of(11_000)));
    assertThat(batch.after().range()).isEqualTo(new RangeWatch(0, true, false));
  }

  @Test
  void aSourceThatReadsOnFromBelowIsNoLoss() {
    TableState state = batch(TableState.initial(0), change(1, 1, 2), progress(null, 6, 1)).after();

    Batch batch = batch(state, change(1, 1, 2), change(8, 1, 2), progress(null, 9, 2));

    assertThat(batch.rows()).isEqualTo(1);
    assertThat(batch.repeated()).isEqualTo(1);
    assertThat(batch.after().verdict()).contains(new Verdict(lsn(9), OptionalLong.of(9_000)));
  }

  @Test
  void aTableThatTheConnectorStartedAnewAboveWhatCameBeforeIsALoss() {
    TableState state = batch(TableState.initial(0), change(1, 1, 2), progress(null, 6, 1)).after();

    assertThatThrownBy(() -> batch(state, firstProgress(7, 9)))
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining("started it anew above " + lsn(7))
        .hasMessageContaining("changes after " + lsn(6) + " are missing");
    assertThat(batch(state, firstProgress(6, 9)).after().verdict())
        .contains(new Verdict(lsn(9), OptionalLong.of(9_000)));
  }

  private EventEntry firstProgress(long start, long to) {
    return event(
        "p-first-" + to, to, new EventDetail.Progress(null, lsn(start).toString(), "srv", "db"), 0);
  }

  @Test
  void chunksAreCounted() {
    EventEntry chunk = chunk("s", 0, 2);

    assertThatThrownBy(() -> batch(TableState.initial(0), snapshotRow(4, "s", 0), chunk))
        .hasMessageContaining("the source sent 2 rows of chunk 0 of snapshot s, 1 arrived");
    assertThat(
            batch(
                    TableState.initial(0),
                    snapshotRow(4, "s", 0),
                    snapshotRow(4, "s", 0),
                    snapshotRow(4, "s", 0),
                    chunk("s", 0, 2),
                    chunk("s", 1, 0))
                .facts())
        .hasSize(3);
  }

  @Test
  void anotherSourceIsRefused() {
    BatchTarget target = new BatchTarget("a", "t", "dbo.t", "id", Optional.of("srv/other"));

    assertThatThrownBy(
            () -> new BatchBuilder(target, TableState.initial(0), 0).accept(progress(null, 1, 0)))
        .hasMessageContaining("the record comes from srv/db, table dbo.t is fed from srv/other");
  }

  @Test
  void anEventWithoutAnLsnIsAFact() {
    Entry stopped =
        new EventEntry(
            offset++,
            Optional.empty(),
            OptionalLong.empty(),
            asEvent("x", new EventDetail.TableStopped("c", "r"), OptionalLong.empty()));

    assertThat(batch(TableState.initial(0), stopped).facts().get(0).values())
        .containsEntry(Facts.EVENT, "table_stopped")
        .doesNotContainKey(Facts.MIN_LSN);
  }

  @Test
  void anEventOfALaterReleaseIsAFact() {
    Event event =
        new Event(
            "y",
            "later",
            "{}",
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            Map.of());

    assertThat(
            batch(
                    TableState.initial(0),
                    new EventEntry(0, Optional.of(lsn(1)), OptionalLong.of(1), event))
                .facts()
                .get(0)
                .values())
        .containsEntry(Facts.EVENT, "later");
  }

  @Test
  void detailThatIsNoJsonStopsTheTable() {
    Event event =
        new Event(
            "z",
            "progress",
            "{",
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            Map.of());

    assertThatThrownBy(
            () ->
                batch(
                    TableState.initial(0),
                    new EventEntry(7, Optional.of(lsn(1)), OptionalLong.of(1), event)))
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining("topic t, offset 7");
  }

  /**
   * However the source repeats itself, and wherever batches end: every change once, every progress
   * once, and the same state as without.
   */
  @Property(tries = 300)
  void repetitionsChangeNothing(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 0, max = 3) Integer> rowsPerCommit,
      @ForAll("rewinds") List<Integer> rewinds,
      @ForAll @IntRange(min = 1, max = 7) int batchSize) {
    List<Entry> once = history(rowsPerCommit);
    List<Entry> sent = withRewinds(once, rewinds);

    List<SourcePosition> rows = new ArrayList<>();
    List<Optional<String>> progress = new ArrayList<>();
    TableState state = TableState.initial(0);
    for (int from = 0; from < sent.size(); from += batchSize) {
      List<Entry> part = sent.subList(from, Math.min(sent.size(), from + batchSize));
      BatchBuilder builder = new BatchBuilder(TARGET, state, 0);
      part.stream().filter(builder::accept).forEach(entry -> rows.add(((Change) entry).position()));
      Batch batch = builder.finish(from, from + 1, 0);
      batch.facts().stream()
          .filter(row -> !row.isBatch())
          .forEach(row -> progress.add(row.text(Facts.END_LSN)));
      state = roundTrip(batch);
    }

    assertThat(rows)
        .isEqualTo(
            once.stream()
                .filter(Change.class::isInstance)
                .map(entry -> ((Change) entry).position())
                .toList());
    assertThat(progress).doesNotHaveDuplicates().hasSize(rowsPerCommit.size());
    assertThat(state.verdict())
        .contains(
            new Verdict(lsn(rowsPerCommit.size()), OptionalLong.of(rowsPerCommit.size() * 1_000L)));
  }

  @Provide
  Arbitrary<List<Integer>> rewinds() {
    return Arbitraries.integers().between(0, 6).list().ofMaxSize(5);
  }

  private static List<Entry> withRewinds(List<Entry> once, List<Integer> rewinds) {
    List<Entry> sent = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < rewinds.size() && from < once.size(); i++) {
      int to = Math.min(once.size(), from + 5);
      sent.addAll(once.subList(from, to));
      from = Math.max(0, to - rewinds.get(i));
    }
    sent.addAll(once.subList(from, once.size()));
    return sent;
  }

  private List<Entry> history(List<Integer> rowsPerCommit) {
    List<Entry> entries = new ArrayList<>();
    for (int commit = 1; commit <= rowsPerCommit.size(); commit++) {
      for (int row = 1; row <= rowsPerCommit.get(commit - 1); row++) {
        entries.add(change(commit, row, 2));
      }
      entries.add(
          progress(commit == 1 ? null : commit - 1L, commit, rowsPerCommit.get(commit - 1)));
    }
    return entries;
  }

  /** As a restart reads it. */
  private static TableState roundTrip(Batch batch) {
    String note = new BatchNote("w/t@1", batch.last(), batch.facts()).toJson();
    List<FactsRow> facts = BatchNote.parse(note).orElseThrow().facts();
    TableState state = facts.get(facts.size() - 1).state();
    assertThat(state).isEqualTo(batch.after());
    return state;
  }

  private Batch batch(TableState before, Entry... entries) {
    BatchBuilder builder = new BatchBuilder(TARGET, before, 0);
    for (Entry entry : entries) {
      builder.accept(entry);
    }
    long last = entries[entries.length - 1].offset();
    Batch batch = builder.finish(last, last + 1, 5_000);
    roundTrip(batch);
    return batch;
  }

  private Change change(long lsn, int row, int operation) {
    return new Change(
        offset++,
        new SourcePosition(lsn(lsn), row, lsn(lsn * 100 + row), operation),
        OptionalLong.of(lsn * 1_000));
  }

  private SnapshotRow snapshotRow(long lsn, String snapshot, int chunk) {
    return new SnapshotRow(offset++, lsn(lsn), OptionalLong.of(lsn * 1_000), snapshot, chunk);
  }

  private EventEntry progress(Long from, long to, long rows) {
    return event(
        "p-" + from + "-" + to,
        to,
        new EventDetail.Progress(from == null ? null : lsn(from).toString(), null, "srv", "db"),
        rows);
  }

  private EventEntry chunk(String snapshot, int chunk, long rows) {
    return event(
        "c-" + snapshot + "-" + chunk,
        4,
        new EventDetail.SnapshotChunk(
            snapshot, chunk, null, null, lsn(4).toString(), 0, false, null),
        rows);
  }

  private EventEntry event(String id, long lsn, EventDetail detail, long rows) {
    return new EventEntry(
        offset++,
        Optional.of(lsn(lsn)),
        OptionalLong.of(lsn * 1_000),
        asEvent(id, detail, OptionalLong.of(rows)));
  }

  private static Event asEvent(String id, EventDetail detail, OptionalLong rows) {
    return new Event(
        id,
        detail.type().wireName(),
        EventJson.write(detail),
        rows,
        OptionalLong.empty(),
        OptionalLong.empty(),
        Map.of(Facts.SOURCE_RTT_MS, 2.5));
  }

  private static Lsn lsn(long number) {
    return new Lsn(0, number);
  }
}
