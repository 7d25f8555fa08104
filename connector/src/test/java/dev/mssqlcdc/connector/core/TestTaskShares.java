package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TestTaskShares {

  @Property
  void everyTableHasOneTaskAndTheSharesAreEven(
      @ForAll @IntRange(min = 0, max = 40) int tables,
      @ForAll @IntRange(min = 1, max = 9) int tasks) {
    List<TableId> all =
        IntStream.range(0, tables).mapToObj(i -> new TableId("dbo", "t" + i)).toList();
    List<List<TableId>> shares = TaskShares.of(all, tasks);
    assertThat(shares).hasSize(Math.min(tables, tasks));
    assertThat(shares.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(all);
    assertThat(shares).allMatch(s -> s.size() == tables / tasks || s.size() == tables / tasks + 1);
  }
}
