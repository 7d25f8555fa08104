package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TestRangePlan {

  private static final LocalDateTime TIME = LocalDateTime.parse("2024-01-01T00:00:00");

  private static StreamOffset at(long from) {
    return StreamOffset.startAt("i", new Lsn(0, from), 0, Optional.empty());
  }

  private static Ddl ddl(long lsn) {
    return new Ddl("i", false, "ALTER TABLE t ADD c int", new Lsn(0, lsn));
  }

  @Test
  void aRangeEndsAtTheFirstDefinitionChangeNotYetHandedOn() {
    List<Ddl> ddl = List.of(ddl(5), ddl(20), ddl(30));
    assertThat(RangePlan.limit(at(10), new Lsn(0, 40), ddl)).isEqualTo(new Lsn(0, 20));
    assertThat(RangePlan.limit(at(10).ddl(new Lsn(0, 20)), new Lsn(0, 40), ddl))
        .isEqualTo(new Lsn(0, 30));
    assertThat(RangePlan.limit(at(10), new Lsn(0, 15), ddl)).isEqualTo(new Lsn(0, 15));
  }

  @Test
  void aDefinitionChangeInAGapIsPendingAndCutsNoRange() {
    StreamOffset skipped = at(10).skippedTo(new Lsn(0, 26));
    List<Ddl> ddl = List.of(ddl(5), ddl(20), ddl(30));
    assertThat(RangePlan.pending(skipped, ddl)).containsExactly(ddl(20), ddl(30));
    assertThat(RangePlan.limit(skipped, new Lsn(0, 40), ddl)).isEqualTo(new Lsn(0, 30));
  }

  @Property
  void rangesCoverEveryCommitOnceAndHoldNoMoreThanAllowed(
      @ForAll @IntRange(min = 1, max = 60) int commits,
      @ForAll @IntRange(min = 1, max = 7) int perRange) {
    Lsn max = new Lsn(0, commits);
    Lsn from = Lsn.ZERO;
    List<Integer> sizes = new ArrayList<>();
    while (from.compareTo(max) < 0) {
      List<LogEntry> entries = new ArrayList<>();
      for (Lsn l = from.next(); l.compareTo(max) <= 0 && entries.size() < perRange; l = l.next()) {
        entries.add(new LogEntry(l, TIME));
      }
      from = RangePlan.end(entries, perRange, max);
      sizes.add(entries.size());
    }
    assertThat(from).isEqualTo(max);
    assertThat(sizes).allMatch(size -> size <= perRange);
    assertThat(sizes.stream().mapToInt(Integer::intValue).sum()).isEqualTo(commits);
  }
}
