package dev.mssqlcdc.writer.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TestRecordBuffer {

  private static final FlushLimits LIMITS = new FlushLimits(3, 10_000, 1_000, 60_000);
  private static final TableState COVERED = TableState.initial(0);
  private static final TableState UNCOVERED =
      new TableState(
          9,
          Optional.empty(),
          Optional.empty(),
          new RangeWatch(4, true, false),
          ChunkWatch.none(true),
          List.of(),
          Optional.empty(),
          Optional.empty());

  private final RecordBuffer buffer = new RecordBuffer(LIMITS);

  @Test
  void anEmptyBufferIsNeverDue() {
    assertThat(buffer.dueAt(COVERED, 0)).isEmpty();
  }

  @Test
  void rowsWaitTheInterval() {
    buffer.add(row(0, 500));

    assertThat(buffer.dueAt(COVERED, 400)).isEqualTo(OptionalLong.of(1_500));
  }

  @Test
  void aFullBatchIsDueAtOnceAndEndsAtItsLimits() {
    for (int i = 0; i < 5; i++) {
      buffer.add(row(i, 500));
    }

    assertThat(buffer.dueAt(COVERED, 400)).isEqualTo(OptionalLong.of(0));
    assertThat(buffer.nextBatch()).extracting(RawRecord::offset).containsExactly(0L, 1L, 2L);
    buffer.remove(3);
    assertThat(buffer.nextBatch()).extracting(RawRecord::offset).containsExactly(3L, 4L);
    assertThat(buffer.dueAt(COVERED, 400)).isEqualTo(OptionalLong.of(1_500));
  }

  @Test
  void bytesEndABatchButOneRecordIsAlwaysTaken() {
    RecordBuffer small = new RecordBuffer(new FlushLimits(100, 1, 1_000, 60_000));
    small.add(row(0, 0));
    small.add(row(1, 0));

    assertThat(small.nextBatch()).hasSize(1);
    assertThat(small.dueAt(COVERED, 0)).isEqualTo(OptionalLong.of(0));
  }

  @Test
  void progressThatSaysNothingNewWaitsTheIdleInterval() {
    buffer.add(event(0, "progress", 500));

    assertThat(buffer.dueAt(COVERED, 400)).isEqualTo(OptionalLong.of(60_400));
    assertThat(buffer.dueAt(COVERED, 0)).isEqualTo(OptionalLong.of(60_000));
    assertThat(buffer.dueAt(COVERED, -100_000)).isEqualTo(OptionalLong.of(1_500));
  }

  @Test
  void progressThatTheVerdictOfEarlierRowsWaitsForDoesNotWait() {
    buffer.add(event(0, "progress", 500));

    assertThat(buffer.dueAt(UNCOVERED, 400)).isEqualTo(OptionalLong.of(1_500));
  }

  @Test
  void otherEventsDoNotWait() {
    buffer.add(event(0, "progress", 500));
    buffer.add(event(1, "schema_change", 600));

    assertThat(buffer.dueAt(COVERED, 400)).isEqualTo(OptionalLong.of(1_500));
  }

  @Property
  void bytesAreThoseOfWhatIsLeft(
      @ForAll @IntRange(min = 0, max = 20) int added,
      @ForAll @IntRange(min = 0, max = 20) int removed) {
    RecordBuffer some = new RecordBuffer(LIMITS);
    for (int i = 0; i < added; i++) {
      some.add(row(i, 0));
    }
    some.remove(Math.min(added, removed));

    assertThat(some.bytes()).isEqualTo(Math.max(0, added - removed) * row(0, 0).size());
    some.clear();
    assertThat(some.isEmpty()).isTrue();
    assertThat(some.bytes()).isZero();
  }

  private static RawRecord row(long offset, long at) {
    return new RawRecord(offset, new byte[8], new byte[100], Optional.empty(), at);
  }

  private static RawRecord event(long offset, String type, long at) {
    return new RawRecord(offset, null, new byte[100], Optional.of(type), at);
  }
}
