package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TestInstanceChoice {

  private static CaptureInstance instance(String name, long start, int day) {
    return new CaptureInstance(
        name,
        new TableId("dbo", "t"),
        1,
        new Lsn(0, start),
        LocalDateTime.of(2024, 1, day, 0, 0),
        List.of("id"));
  }

  private static StreamOffset stream(String instance, long from) {
    return StreamOffset.startAt(instance, new Lsn(0, from), 0, Optional.empty());
  }

  private static final CaptureInstance OLD = instance("old", 10, 1);
  private static final CaptureInstance NEW = instance("new", 20, 2);

  @Test
  void theOlderIsReadBelowTheNewersStart() {
    assertThat(InstanceChoice.of(List.of(OLD, NEW), stream("old", 12)))
        .isEqualTo(new InstanceChoice.Stay(OLD, Optional.of(new Lsn(0, 19))));
    assertThat(InstanceChoice.of(List.of(OLD, NEW), stream("old", 18)))
        .isInstanceOf(InstanceChoice.Stay.class);
    assertThat(InstanceChoice.of(List.of(NEW, OLD), stream("old", 19)))
        .isEqualTo(new InstanceChoice.GoOver(NEW, new Lsn(0, 20)));
  }

  @Test
  void aRangeIsFinishedFirst() {
    StreamOffset inside = stream("old", 12).open(new Lsn(0, 19));
    assertThat(InstanceChoice.of(List.of(OLD, NEW), inside))
        .isInstanceOf(InstanceChoice.Stay.class);
    assertThat(InstanceChoice.of(List.of(NEW), stream("old", 19).open(new Lsn(0, 25))))
        .isEqualTo(new InstanceChoice.Gone(Optional.of(NEW)));
  }

  @Test
  void theNewestStays() {
    assertThat(InstanceChoice.of(List.of(OLD, NEW), stream("new", 30)))
        .isEqualTo(new InstanceChoice.Stay(NEW, Optional.empty()));
  }

  @Test
  void aTieIsBrokenByTheDateOfCreation() {
    CaptureInstance oldRaised = instance("old", 20, 1);
    assertThat(InstanceChoice.of(List.of(oldRaised, NEW), stream("old", 25)))
        .isEqualTo(new InstanceChoice.GoOver(NEW, new Lsn(0, 26)));
    assertThat(InstanceChoice.of(List.of(oldRaised, NEW), stream("new", 25)))
        .isEqualTo(new InstanceChoice.Stay(NEW, Optional.empty()));
  }

  @Test
  void anOldInstanceThatCleanupRaisedAboveTheNewIsNotNewer() {
    CaptureInstance oldRaised = instance("old", 40, 1);
    assertThat(InstanceChoice.of(List.of(oldRaised, NEW), stream("new", 50)))
        .isEqualTo(new InstanceChoice.Stay(NEW, Optional.empty()));
  }

  @Test
  void anInstanceDroppedAfterItsEndIsNotMissed() {
    assertThat(InstanceChoice.of(List.of(NEW), stream("old", 19)))
        .isEqualTo(new InstanceChoice.GoOver(NEW, new Lsn(0, 20)));
    assertThat(InstanceChoice.of(List.of(NEW), stream("old", 18)))
        .isEqualTo(new InstanceChoice.Gone(Optional.of(NEW)));
    assertThat(InstanceChoice.of(List.of(), stream("old", 18)))
        .isEqualTo(new InstanceChoice.Gone(Optional.empty()));
  }

  /** Simulates reading in steps: whatever the steps, each commit is read once. */
  @Property
  void everyCommitIsReadOnce(
      @ForAll @IntRange(min = 11, max = 60) int newStart,
      @ForAll List<@IntRange(min = 1, max = 9) Integer> steps) {
    CaptureInstance newer = instance("new", newStart, 2);
    StreamOffset stream = stream("old", 10);
    for (int step : steps) {
      Lsn to = new Lsn(0, stream.from().low() + step);
      InstanceChoice choice = InstanceChoice.of(List.of(OLD, newer), stream);
      if (choice instanceof InstanceChoice.GoOver next) {
        assertThat(next.at()).isEqualTo(stream.from().next());
        assertThat(next.at()).isEqualTo(newer.startLsn());
        stream = stream.wentOver(next.next().name(), next.at());
      } else if (choice instanceof InstanceChoice.Stay stay) {
        Lsn limit = stay.end().map(end -> Lsn.min(end, to)).orElse(to);
        assertThat(limit.compareTo(stream.from())).isPositive();
        stream = stream.open(limit).finished(0, Optional.empty());
      }
    }
    boolean isPast = stream.from().compareTo(newer.startLsn()) >= 0;
    assertThat(!isPast || stream.instance().equals("new")).isTrue();
  }
}
