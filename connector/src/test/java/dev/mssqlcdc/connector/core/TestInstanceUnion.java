package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestInstanceUnion {

  private static final SqlType INT = new SqlType("int", 0, 10, 0);
  private static final SqlType BIGINT = new SqlType("bigint", 0, 19, 0);
  private static final SqlType TEXT = new SqlType("nvarchar", 20, 0, 0);
  private static final TableFilter ALL = TableFilter.of(List.of(".*"), List.of(), ColumnFilter.ALL);

  private static CaptureInstance instance(String name) {
    return new CaptureInstance(
        name,
        new TableId("dbo", "t"),
        1,
        new Lsn(0, 1),
        LocalDateTime.parse("2024-01-01T00:00:00"),
        List.of("id"));
  }

  private static CapturedColumn column(String name, int id, SqlType type) {
    return new CapturedColumn(name, id, id, type);
  }

  private static TableDefinition newer(CapturedColumn... captured) {
    List<TableColumn> inTable =
        Arrays.stream(captured).map(c -> new TableColumn(c.name(), c.columnId(), false)).toList();
    return TableDefinitions.build(instance("new"), List.of(captured), inTable, ALL);
  }

  private static InstanceUnion.Older older(CapturedColumn... captured) {
    return new InstanceUnion.Older(instance("old"), List.of(captured));
  }

  @Test
  void holdsTheColumnsOfBothByName() {
    TableDefinition union =
        InstanceUnion.of(
            newer(column("id", 1, INT), column("c", 3, INT)),
            older(column("id", 1, INT), column("b", 2, TEXT)),
            ALL);
    assertThat(union.columns()).extracting(Column::name).containsExactly("id", "c");
    assertThat(union.absent()).extracting(Column::name).containsExactly("b");
    assertThat(union.key()).isEqualTo(union.columns().subList(0, 1));
    assertThat(union.instance().name()).isEqualTo("new");
  }

  @Test
  void takesTheWiderTypeOfAColumnOfBoth() {
    for (SqlType[] types : new SqlType[][] {{INT, BIGINT}, {BIGINT, INT}}) {
      TableDefinition union =
          InstanceUnion.of(
              newer(column("id", 1, INT), column("c", 3, types[0])),
              older(column("id", 1, INT), column("c", 2, types[1])),
              ALL);
      assertThat(union.columns().get(1).wireType().kind()).isEqualTo(WireType.Kind.INT64);
    }
  }

  @Test
  void refusesTypesWithoutACommonField() {
    assertThatThrownBy(
            () ->
                InstanceUnion.of(
                    newer(column("id", 1, INT), column("c", 3, TEXT)),
                    older(column("id", 1, INT), column("c", 2, INT)),
                    ALL))
        .isInstanceOf(SourceException.class)
        .hasMessageContainingAll("column c", "dbo.t", "int", "old", "nvarchar(20)", "new");
  }

  @Test
  void leavesOutWhatTheFilterExcludes() {
    TableFilter filter =
        TableFilter.of(
            List.of(".*"), List.of(), ColumnFilter.of(List.of(), List.of("dbo\\.t\\.b")));
    TableDefinition union =
        InstanceUnion.of(
            newer(column("id", 1, INT)), older(column("id", 1, INT), column("b", 2, TEXT)), filter);
    assertThat(union.absent()).isEmpty();
  }

  @Test
  void aFieldKeepsItsNameWhenTheOtherInstanceHasACollidingOne() {
    TableDefinition union =
        InstanceUnion.of(
            newer(column("id", 1, INT), column("a b", 2, INT)),
            older(column("id", 1, INT), column("a b", 2, INT), column("a_b", 3, INT)),
            ALL);
    assertThat(union.columns()).extracting(Column::field).containsExactly("id", "a_b_2");
    assertThat(union.absent()).extracting(Column::field).containsExactly("a_b");
  }

  @Test
  void columnsThatTheNewerLeavesOutAreToldFromThoseOfNeither() {
    InstanceDifference difference =
        InstanceDifference.between(
            List.of(column("id", 1, INT), column("b", 2, INT), column("c", 3, INT)),
            List.of(column("id", 1, INT), column("d", 4, INT)),
            List.of(
                new TableColumn("id", 1, false),
                new TableColumn("b", 2, false),
                new TableColumn("d", 4, false),
                new TableColumn("c", 5, false)));
    assertThat(difference.leftOut()).containsExactly("b");
    assertThat(difference.notCaptured()).containsExactly("c");
  }
}
