package dev.mssqlcdc.writer.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.writer.core.Batch;
import dev.mssqlcdc.writer.core.FlushLimits;
import dev.mssqlcdc.writer.core.RawRecord;
import dev.mssqlcdc.writer.core.TableState;
import dev.mssqlcdc.writer.tables.FactsBatch;
import dev.mssqlcdc.writer.tables.TablePosition;
import dev.mssqlcdc.writer.tables.Topic;
import dev.mssqlcdc.writer.tables.Written;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TestFlushSchedule {

  private static final FlushLimits LIMITS = new FlushLimits(10, 10_000, 1_000, 30_000);
  private static final long MEMORY = 5_000;

  private final FlushSchedule schedule = new FlushSchedule(LIMITS, MEMORY);

  @Test
  void nothingIsDueWhereNothingWaits() {
    List<TableFeed> feeds = List.of(flushedAt(0), flushedAt(10_000));

    assertThat(schedule.nextDue(feeds)).isEqualTo(Long.MAX_VALUE);
    assertThat(schedule.due(feeds, 1_000_000)).isEmpty();
  }

  @Test
  void whatIsSoonDueJoinsWhatIsDue() {
    TableFeed due = withRow(flushedAt(0), 100_000);
    TableFeed soon = withRow(flushedAt(50), 100_500);
    TableFeed later = withRow(flushedAt(20), 100_501);
    List<TableFeed> feeds = List.of(soon, due, later);

    assertThat(schedule.nextDue(feeds)).isEqualTo(101_000);
    assertThat(schedule.due(feeds, 100_999)).isEmpty();
    assertThat(schedule.due(feeds, 101_000)).containsExactly(due, soon);
  }

  @Test
  void idleFeedsComeToBeDueTogether() {
    TableFeed due = withProgress(flushedAt(0), 10_000);
    TableFeed within = withProgress(flushedAt(15_000), 20_000);
    TableFeed beyond = withProgress(flushedAt(15_001), 20_000);
    List<TableFeed> feeds = List.of(beyond, within, due);

    assertThat(schedule.nextDue(feeds)).isEqualTo(30_000);
    assertThat(schedule.due(feeds, 30_000)).containsExactly(due, within);
  }

  @Test
  void aBusyFeedDoesNotTakeIdleOnesAlong() {
    TableFeed busy = withRow(flushedAt(28_000), 28_000);
    TableFeed idle = withProgress(flushedAt(0), 10_000);
    TableFeed soon = withProgress(flushedAt(-500), 10_000);

    assertThat(schedule.due(List.of(busy, idle, soon), 29_000)).containsExactly(soon, busy);
  }

  @Test
  void allAreDueWhenTheRecordsThatWaitReachTheMemoryLimit() {
    TableFeed small = withRow(flushedAt(7), 100_000);
    TableFeed large = flushedAt(9);
    large.add(new RawRecord(5, null, new byte[(int) MEMORY], Optional.empty(), 100_000));
    List<TableFeed> feeds = List.of(large, small);

    assertThat(schedule.isFull(feeds)).isTrue();
    assertThat(schedule.nextDue(feeds)).isZero();
    assertThat(schedule.due(feeds, 100_000)).containsExactly(small, large);
    assertThat(schedule.isFull(List.of(small))).isFalse();
  }

  private static TableFeed withRow(TableFeed feed, long arrivedAt) {
    feed.add(new RawRecord(5, null, new byte[3], Optional.empty(), arrivedAt));
    return feed;
  }

  private static TableFeed withProgress(TableFeed feed, long arrivedAt) {
    feed.add(new RawRecord(5, null, new byte[3], Optional.of("progress"), arrivedAt));
    return feed;
  }

  private static TableFeed flushedAt(long lastFlush) {
    TableFeed feed = new TableFeed("t", LIMITS, 0);
    feed.open(at(4));
    withRow(feed, 0);
    Batch batch = new Batch(4, 1, 0, List.of(), at(5).state(), Optional.empty());
    FactsBatch facts = new FactsBatch("app", OptionalLong.empty(), 4, List.of());
    feed.committed(new Written(at(5), facts, batch, 1, Optional.empty()), lastFlush);
    return feed;
  }

  private static TablePosition at(long next) {
    TableState state = TableState.initial(0);
    return new TablePosition(
        new Topic("t", "id", "w", "t"),
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        new TableState(
            next,
            state.position(),
            state.verdict(),
            state.range(),
            state.chunk(),
            state.recentEvents(),
            state.hold(),
            state.lastLetter()),
        Optional.empty());
  }
}
