package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TestSignalTables {

  private static final TableId A = new TableId("dbo", "A");
  private static final TableId LOWER_A = new TableId("dbo", "a");
  private static final TableId B = new TableId("dbo", "b");
  private static final TableId C = new TableId("dbo", "c");

  private static Signal naming(String table) {
    return new Signal(
        new SignalPosition("t", 0),
        "id",
        Signal.Action.SNAPSHOT,
        Optional.of(TableId.parse(table)),
        Optional.empty());
  }

  @Test
  void aSignalWithoutATableIsForEveryTableOfTheTask() {
    var pause =
        new Signal(
            new SignalPosition("t", 0),
            "id",
            Signal.Action.PAUSE,
            Optional.empty(),
            Optional.empty());
    var tables = new SignalTables(List.of(A, B), List.of(C));
    assertThat(tables.addressed(pause)).containsExactly(A, B);
    assertThat(tables.fault(pause)).isEmpty();
  }

  @Test
  void aNamedTableIsThatOfTheTaskThatReadsIt() {
    var first = new SignalTables(List.of(A), List.of(B));
    var second = new SignalTables(List.of(B), List.of(A));
    assertThat(first.addressed(naming("dbo.b"))).isEmpty();
    assertThat(second.addressed(naming("dbo.b"))).containsExactly(B);
    assertThat(first.fault(naming("dbo.b"))).isEmpty();
  }

  @Test
  void anUnknownTableIsToldByOneTask() {
    var first = new SignalTables(List.of(A, C), List.of(B));
    var second = new SignalTables(List.of(B), List.of(A, C));
    assertThat(first.addressed(naming("dbo.d"))).isEmpty();
    assertThat(first.fault(naming("dbo.d")))
        .hasValueSatisfying(m -> assertThat(m).contains("dbo.d", "table.include.list"));
    assertThat(second.fault(naming("dbo.d"))).isEmpty();
  }

  @Test
  void aConnectorWithoutTablesTellsToo() {
    assertThat(new SignalTables(List.of(), List.of()).fault(naming("dbo.d"))).isPresent();
  }

  @Test
  void caseIsIgnoredWhereTheExactNameIsNotRead() {
    var tables = new SignalTables(List.of(A, B), List.of());
    assertThat(tables.addressed(naming("DBO.a"))).containsExactly(A);
    assertThat(tables.fault(naming("DBO.a"))).isEmpty();
  }

  @Test
  void theExactNameWinsAlsoWhenAnotherTaskReadsIt() {
    var first = new SignalTables(List.of(A), List.of(LOWER_A));
    var second = new SignalTables(List.of(LOWER_A), List.of(A));
    assertThat(first.addressed(naming("dbo.a"))).isEmpty();
    assertThat(second.addressed(naming("dbo.a"))).containsExactly(LOWER_A);
  }

  @Test
  void aNameThatMayBeSeveralTablesIsNone() {
    var tables = new SignalTables(List.of(A, LOWER_A), List.of());
    assertThat(tables.addressed(naming("DBO.A"))).isEmpty();
    assertThat(tables.fault(naming("DBO.A")))
        .hasValueSatisfying(m -> assertThat(m).contains("dbo.A", "dbo.a"));
  }
}
