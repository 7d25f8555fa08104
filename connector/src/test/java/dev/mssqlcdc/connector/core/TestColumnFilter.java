package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestColumnFilter {

  private static final CaptureInstance ORDERS =
      new CaptureInstance(
          "i",
          new TableId("Sales", "Orders"),
          1,
          new Lsn(0, 1),
          LocalDateTime.parse("2024-01-01T00:00:00"),
          List.of("Id"));

  private static List<String> read(ColumnFilter filter) {
    return List.of("Id", "Note", "Notes", "Total").stream()
        .filter(column -> !filter.leavesOut(ORDERS, column))
        .toList();
  }

  @Test
  void withoutListsEveryColumnIsRead() {
    assertThat(read(ColumnFilter.ALL)).containsExactly("Id", "Note", "Notes", "Total");
  }

  @Test
  void patternsMatchWholeNamesIgnoringCase() {
    assertThat(read(ColumnFilter.of(List.of(), List.of("sales\\.orders\\.note"))))
        .containsExactly("Id", "Notes", "Total");
    assertThat(read(ColumnFilter.of(List.of(), List.of("orders\\.note", ".*\\.other\\..*"))))
        .containsExactly("Id", "Note", "Notes", "Total");
    assertThat(read(ColumnFilter.of(List.of("sales\\.orders\\.note"), List.of())))
        .containsExactly("Id", "Note");
  }

  @Test
  void columnsOfTheKeyAreReadInAnyCase() {
    ColumnFilter nothing = ColumnFilter.of(List.of("other\\..*"), List.of());
    assertThat(read(nothing)).containsExactly("Id");
    ColumnFilter excluding = ColumnFilter.of(List.of(), List.of(".*"));
    assertThat(read(excluding)).containsExactly("Id");
    assertThat(excluding.excludes(ORDERS.table(), "Id")).isTrue();
  }
}
