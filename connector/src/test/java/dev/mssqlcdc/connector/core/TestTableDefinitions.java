package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestTableDefinitions {

  private static final SqlType INT = new SqlType("int", 0, 10, 0);
  private static final TableFilter ALL = TableFilter.of(List.of(".*"), List.of(), ColumnFilter.ALL);

  private static CaptureInstance instance(String... key) {
    return new CaptureInstance(
        "dbo_t",
        new TableId("dbo", "t"),
        1,
        new Lsn(0, 1),
        LocalDateTime.parse("2024-01-01T00:00:00"),
        List.of(key));
  }

  private static CapturedColumn column(String name, int id, SqlType type) {
    return new CapturedColumn(name, id, id, type);
  }

  private static TableColumn inTable(String name, int id) {
    return new TableColumn(name, id, false);
  }

  @Test
  void everyFaultIsTold() {
    List<CapturedColumn> columns =
        List.of(
            column("id", 1, INT),
            column("place", 2, new SqlType("geography", 0, 0, 0)),
            column("_SEQVAL", 3, INT));
    assertThat(TableDefinitions.faults(instance("id"), columns, List.of(), ALL))
        .hasSize(2)
        .anyMatch(m -> m.contains("'place'") && m.contains("geography"))
        .anyMatch(m -> m.contains("'_SEQVAL'"));
    assertThat(
            TableDefinitions.faults(
                instance("id"), columns, List.of(), without("dbo\\.t\\.(place|_seqval|id)")))
        .singleElement()
        .asString()
        .contains("'id'")
        .contains("key");
  }

  private static TableFilter without(String columns) {
    return TableFilter.of(List.of(".*"), List.of(), ColumnFilter.of(List.of(), List.of(columns)));
  }

  private static TableFilter only(String columns) {
    return TableFilter.of(List.of(".*"), List.of(), ColumnFilter.of(List.of(columns), List.of()));
  }

  @Test
  void theRemedyOfAColumnFitsTheListsAndTheKey() {
    List<CapturedColumn> columns = List.of(column("h", 1, new SqlType("hierarchyid", 0, 0, 0)));
    assertThat(TableDefinitions.faults(instance(), columns, List.of(), ALL).get(0))
        .contains("column.exclude.list");
    assertThat(TableDefinitions.faults(instance(), columns, List.of(), only("dbo.t.h")).get(0))
        .contains("column.include.list");
    assertThat(TableDefinitions.faults(instance(), columns, List.of(), only("dbo.t.other")))
        .isEmpty();
    assertThat(
            TableDefinitions.faults(instance("h"), columns, List.of(), only("dbo.t.other")).get(0))
        .contains("'h'", "hierarchyid", "table.exclude.list")
        .doesNotContain("column.");
  }

  @Test
  void aComputedColumnIsNoKey() {
    List<CapturedColumn> columns = List.of(column("a", 1, INT), column("c", 2, INT));
    List<TableColumn> inTable = List.of(inTable("a", 1), new TableColumn("c", 2, true));
    assertThat(TableDefinitions.faults(instance("a"), columns, inTable, ALL)).isEmpty();
    assertThat(TableDefinitions.faults(instance("a", "c"), columns, inTable, ALL))
        .singleElement()
        .asString()
        .contains("'c'", "computed", "another unique index");
  }

  @Test
  void aListOfColumnsToReadKeepsTheKeyAndTheOrdinals() {
    List<CapturedColumn> captured =
        List.of(column("a", 1, INT), column("b", 2, INT), column("c", 3, INT));
    TableDefinition table =
        TableDefinitions.build(
            instance("b"),
            captured,
            List.of(inTable("a", 1), inTable("b", 2), inTable("c", 3)),
            only("dbo\\.t\\.C"));
    assertThat(table.columns()).extracting(Column::name).containsExactly("b", "c");
    assertThat(table.columns()).extracting(Column::ordinal).containsExactly(2, 3);
    assertThat(table.notCaptured()).isEmpty();
  }

  @Test
  void aTableWithAFaultIsRefused() {
    List<CapturedColumn> columns = List.of(column("v", 1, new SqlType("sql_variant", 0, 0, 0)));
    assertThatThrownBy(() -> TableDefinitions.build(instance(), columns, List.of(), ALL))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("sql_variant");
  }

  @Test
  void theKeyIsInIndexOrder() {
    TableDefinition table =
        TableDefinitions.build(
            instance("b", "a"),
            List.of(column("a", 1, INT), column("b", 2, INT)),
            List.of(inTable("a", 1), inTable("b", 2)),
            ALL);
    assertThat(table.key()).extracting(Column::name).containsExactly("b", "a");
  }

  @Test
  void columnsAreMatchedByIdNotByName() {
    List<CapturedColumn> captured = List.of(column("a", 1, INT), column("b", 2, INT));
    TableDefinition table =
        TableDefinitions.build(
            instance("a"), captured, List.of(inTable("a", 1), inTable("b", 3)), ALL);
    assertThat(table.columns()).extracting(Column::inTable).containsExactly(true, false);
    assertThat(table.notCaptured()).containsExactly("b");
  }

  @Test
  void columnsThatChangeRowsDoNotHoldAreMarked() {
    TableDefinition table =
        TableDefinitions.build(
            instance("a"),
            List.of(
                column("a", 1, INT),
                column("c", 2, INT),
                column("n", 3, new SqlType("ntext", 0, 0, 0))),
            List.of(inTable("a", 1), new TableColumn("c", 2, true), inTable("n", 3)),
            ALL);
    assertThat(table.columns())
        .extracting(Column::partial)
        .containsExactly("", "computed", "ntext");
  }

  @Test
  void changesOfADefinitionAreToldAndMisfitsStop() {
    List<CapturedColumn> captured =
        List.of(column("a", 1, INT), column("b", 2, INT), column("c", 3, INT));
    List<TableColumn> before = List.of(inTable("a", 1), inTable("b", 2), inTable("c", 3));
    TableDefinition known = TableDefinitions.build(instance("a"), captured, before, ALL);
    DefinitionChanges changes =
        DefinitionChanges.between(
            known,
            known,
            List.of(
                column("a", 1, INT),
                column("b", 2, new SqlType("smallint", 0, 5, 0)),
                column("c", 3, new SqlType("nvarchar", 9, 0, 0))),
            List.of(inTable("a", 1), inTable("b", 2), inTable("d", 4)));
    assertThat(changes.lines())
        .containsExactly(
            "column b changed its type from int to smallint",
            "column c was dropped: it reads NULL from now on",
            "column c changed its type from int to nvarchar(9)");
    assertThat(changes.misfits())
        .containsExactly("column c changed its type from int to nvarchar(9)");
    assertThat(changes.notCaptured()).containsExactly("d");
    assertThatThrownBy(() -> changes.check(known.table())).hasMessageContaining("dbo.t");
  }

  @Test
  void aDefinitionThatIsUpdatedHoldsWhatCameBefore() {
    List<CapturedColumn> captured =
        List.of(column("a", 1, INT), column("b", 2, INT), column("c", 3, INT));
    List<TableColumn> before = List.of(inTable("a", 1), inTable("b", 2), inTable("c", 3));
    TableDefinition known = TableDefinitions.build(instance("a"), captured, before, ALL);
    DefinitionChanges changes =
        DefinitionChanges.between(
            known,
            known,
            List.of(
                column("a", 1, new SqlType("bigint", 0, 19, 0)),
                column("b", 2, new SqlType("smallint", 0, 5, 0)),
                column("c", 3, INT)),
            List.of(inTable("a", 1), inTable("b", 2)));
    assertThat(changes.misfits()).isEmpty();
    TableDefinition updated = changes.updated();
    assertThat(updated.columns())
        .extracting(column -> column.wireType().kind())
        .containsExactly(WireType.Kind.INT64, WireType.Kind.INT32, WireType.Kind.INT32);
    assertThat(updated.columns())
        .extracting(column -> column.sqlType().declared())
        .containsExactly("bigint", "smallint", "int");
    assertThat(updated.columns()).extracting(Column::inTable).containsExactly(true, true, false);
    assertThat(updated.key()).isEqualTo(updated.columns().subList(0, 1));
  }
}
