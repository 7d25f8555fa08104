package dev.mssqlcdc.writer.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventJson;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.writer.core.Entry.EventEntry;
import dev.mssqlcdc.writer.core.Entry.SnapshotRow;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What becomes of a table that has a dead letter. */
class TestHeldVerdict {

  private static final BatchTarget TARGET =
      new BatchTarget("w/t@1", "t", "dbo.t", "table-id", Optional.empty());

  private long offset;
  private TableState state = TableState.initial(0);
  private BatchBuilder builder = new BatchBuilder(TARGET, state, 0);

  @Test
  void staysWhereItIsWhateverProgressSaysUntilTheGapIsAccepted() {
    builder.accept(progress(null, 5, 0));
    reject();
    builder.accept(progress(5L, 6, 3));
    Batch batch = end();
    assertThat(state.verdict().orElseThrow().endLsn()).isEqualTo(lsn(5));
    assertThat(state.hold()).contains(new Hold(1, Optional.of(lsn(6))));
    assertThat(batch.facts())
        .filteredOn(row -> row.text(Facts.EVENT).equals(Optional.of("dead_letter")))
        .extracting(row -> row.number(Facts.BATCH_ID))
        .containsExactly(OptionalLong.of(1));

    builder.accept(progress(6L, 7, 9));
    end();
    assertThat(state.verdict().orElseThrow().endLsn()).isEqualTo(lsn(5));

    builder = new BatchBuilder(TARGET, state.afterGap(offset), 0);
    builder.accept(progress(7L, 8, 9));
    end();
    assertThat(state.verdict().orElseThrow().endLsn()).isEqualTo(lsn(8));
    assertThat(state.hold()).isEmpty();
    assertThatThrownBy(() -> builder.accept(progress(9L, 10, 0))).isInstanceOf(GapException.class);
  }

  @Test
  void progressThatComesAgainIsStillKnown() {
    reject();
    builder.accept(progress(null, 6, 0));
    builder.accept(progress(null, 6, 0));

    assertThat(end().repeated()).isEqualTo(1);
  }

  @Test
  void aChunkThatLostARowIsBelievedAndTheNextIsCounted() {
    builder.accept(row(0));
    reject();
    builder.accept(chunk(0, 2));
    builder.accept(row(1));

    assertThatThrownBy(() -> builder.accept(chunk(1, 2)))
        .isInstanceOf(GapException.class)
        .hasMessageContaining("sent 2 rows of chunk 1 of snapshot s, 1 arrived");
  }

  @Test
  void aChunkWhoseEventIsLostIsNoFaultOfTheNext() {
    builder.accept(row(0));
    reject();
    reject();
    builder.accept(row(1));
    builder.accept(chunk(1, 2));

    assertThat(end().rows()).isEqualTo(2);
  }

  private void reject() {
    long at = offset++;
    builder.reject(
        new DeadLetter(
            new RawRecord(at, null, new byte[0], Optional.empty(), 0),
            new BadRecordException("t", at, "none", "broken", null)));
  }

  /** Ends the batch and begins the next one with what the facts hold. */
  private Batch end() {
    Map<Long, LetterPlace> places =
        builder.letters().stream()
            .map(letter -> letter.record().offset())
            .collect(Collectors.toMap(at -> at, at -> new LetterPlace("letters", "id", 100 + at)));
    builder.moved(places);
    Batch batch = builder.finish(offset - 1, offset, 0);
    state = batch.facts().get(batch.facts().size() - 1).state();
    assertThat(state).isEqualTo(batch.after());
    builder = new BatchBuilder(TARGET, state, 0);
    return batch;
  }

  private SnapshotRow row(int chunk) {
    return new SnapshotRow(offset++, lsn(4), OptionalLong.empty(), "s", chunk);
  }

  private EventEntry progress(Long from, long to, long rows) {
    String start = from == null ? null : lsn(from).toString();
    return event("p" + to, to, new EventDetail.Progress(start, null, "srv", "db"), rows);
  }

  private EventEntry chunk(int chunk, long rows) {
    String stamp = lsn(4).toString();
    return event(
        "c" + chunk,
        4,
        new EventDetail.SnapshotChunk("s", chunk, null, null, stamp, 0, false, null),
        rows);
  }

  private EventEntry event(String id, long lsn, EventDetail detail, long rows) {
    return new EventEntry(
        offset++,
        Optional.of(lsn(lsn)),
        OptionalLong.empty(),
        new Event(
            id,
            detail.type().wireName(),
            EventJson.write(detail),
            OptionalLong.of(rows),
            OptionalLong.empty(),
            OptionalLong.empty(),
            Map.of()));
  }

  private static Lsn lsn(long number) {
    return new Lsn(0, number);
  }
}
