package dev.mssqlcdc.writer.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.writer.core.Batch;
import dev.mssqlcdc.writer.core.FlushLimits;
import dev.mssqlcdc.writer.core.Granularity;
import dev.mssqlcdc.writer.core.RawRecord;
import dev.mssqlcdc.writer.core.TablePausedException;
import dev.mssqlcdc.writer.core.TableState;
import dev.mssqlcdc.writer.core.TableStopException;
import dev.mssqlcdc.writer.status.Failure;
import dev.mssqlcdc.writer.status.TableStatus;
import dev.mssqlcdc.writer.status.TableStatus.State;
import dev.mssqlcdc.writer.tables.FactsBatch;
import dev.mssqlcdc.writer.tables.StaleException;
import dev.mssqlcdc.writer.tables.TablePosition;
import dev.mssqlcdc.writer.tables.Topic;
import dev.mssqlcdc.writer.tables.Written;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What a feed tells of itself. */
class TestTableFeed {

  private static final long NOW = 1_000_000;
  private static final long PAUSE = 60_000;

  private final TableFeed feed = new TableFeed("t", new FlushLimits(10, 1000, 0, 0), PAUSE);

  @Test
  void beforeItIsTriedItIsOpening() {
    assertThat(status().state()).isEqualTo(State.OPENING);
    assertThat(status().isTried()).isFalse();
    assertThat(status().table()).isEmpty();
  }

  @Test
  void aTableThatCouldNotBeOpenedIsWellOnceItIs() {
    feed.close(new TableStopException("two partitions"), NOW);
    assertThat(status().state()).isEqualTo(State.STOPPED);
    assertThat(status().isTried()).isTrue();
    assertThat(status().failure())
        .contains(new Failure("two partitions", NOW, OptionalLong.of(NOW + PAUSE)));

    feed.open(at(5));

    assertThat(status().state()).isEqualTo(State.OPEN);
    assertThat(status().nextOffset()).hasValue(5);
    assertThat(status().failure())
        .contains(new Failure("two partitions", NOW, OptionalLong.empty()));
  }

  @Test
  void aBatchThatCouldNotBeWrittenIsRetriedUntilOneIs() {
    feed.open(at(5));
    feed.close(new LakeException("disk full"), NOW);
    assertThat(status().state()).isEqualTo(State.STOPPED);

    feed.open(at(5));
    assertThat(status().state()).isEqualTo(State.RETRYING);
    assertThat(status().isStopped()).isTrue();

    feed.add(new RawRecord(5, null, new byte[3], Optional.empty(), NOW));
    commit(6);
    assertThat(status().state()).isEqualTo(State.OPEN);
    assertThat(status().totals().batches()).isEqualTo(1);
    assertThat(status().totals().bytes()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void aPausedTableIsNoTableInTrouble() {
    feed.close(new TablePausedException("t", "yesterday"), NOW);
    assertThat(status().state()).isEqualTo(State.PAUSED);
    assertThat(status().isStopped()).isFalse();
    assertThat(status().isTried()).isTrue();

    feed.open(at(5));
    assertThat(status().state()).isEqualTo(State.OPEN);
  }

  @Test
  void aStaleInstanceIsNothingToWorryAbout() {
    feed.open(at(5));
    feed.close(new StaleException("another wrote on"), NOW);
    assertThat(status().state()).isEqualTo(State.OPENING);
    assertThat(status().failure()).isEmpty();
  }

  @Test
  void lagIsWhatIsNotReadAndWhatIsNotWritten() {
    feed.open(at(5));
    assertThat(feed.status(Granularity.MINUTE, OptionalLong.of(100)).lag()).hasValue(100);

    feed.add(new RawRecord(5, null, null, Optional.empty(), NOW));
    feed.reached(8);
    assertThat(feed.status(Granularity.MINUTE, OptionalLong.of(100)).lag()).hasValue(103);

    commit(8);
    assertThat(feed.status(Granularity.MINUTE, OptionalLong.of(100)).lag()).hasValue(100);
    assertThat(feed.status(Granularity.MINUTE, OptionalLong.empty()).lag()).isEmpty();
  }

  @Test
  void anUnexpectedFailureTellsItsKind() {
    feed.close(new IllegalStateException("index 7"), NOW);
    assertThat(status().failure().orElseThrow().message())
        .isEqualTo("unexpected failure: java.lang.IllegalStateException: index 7");
  }

  private TableStatus status() {
    return feed.status(Granularity.MINUTE, OptionalLong.empty());
  }

  private void commit(long next) {
    Batch batch = new Batch(next - 1, 1, 0, List.of(), at(next).state(), Optional.empty());
    feed.committed(
        new Written(
            at(next),
            new FactsBatch("app", OptionalLong.empty(), next - 1, List.of()),
            batch,
            1,
            Optional.empty()),
        NOW);
  }

  private static TablePosition at(long next) {
    return new TablePosition(
        new Topic("t", "id", "w", "t"),
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        TableState.initial(next),
        Optional.empty());
  }
}
