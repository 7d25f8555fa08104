package dev.mssqlcdc.benchmarks.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.connector.record.WireRecord;
import dev.mssqlcdc.schemas.EventDetail.Progress;
import dev.mssqlcdc.schemas.EventFields;
import dev.mssqlcdc.schemas.EventJson;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

class TestSalesTable {

  private static final int RANGE = 40_000;

  private final SalesTable table = new SalesTable("bench.dbo.sales");

  private List<Struct> rows(int count) {
    return IntStream.range(0, count).mapToObj(i -> table.nextRow().value()).toList();
  }

  private static SourcePosition position(Struct row) {
    return new SourcePosition(
        Lsn.parse(row.getString(Fields.START_LSN)),
        row.getInt32(Fields.COMMAND_ID),
        Lsn.parse(row.getString(Fields.SEQVAL)),
        row.getInt32(Fields.OPERATION));
  }

  private static Progress progress(WireRecord event) {
    Struct details = event.value().getStruct(Fields.EVENT);
    return (Progress) EventJson.read(EventType.PROGRESS, details.getString(EventFields.DETAIL));
  }

  @Test
  void positionsGrowFromRowToRow() {
    List<SourcePosition> positions =
        rows(RANGE + 100).stream().map(TestSalesTable::position).toList();
    assertThat(positions).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void twentyRowsAreACommit() {
    List<String> commits = rows(60).stream().map(row -> row.getString(Fields.START_LSN)).toList();
    assertThat(commits.stream().distinct().toList())
        .containsExactly(commits.get(0), commits.get(20), commits.get(40));
  }

  @Test
  void anUpdateHasAnImageBeforeAndOneAfter() {
    List<Struct> rows = rows(10);
    assertThat(rows.stream().map(row -> row.getInt32(Fields.OPERATION)))
        .containsExactly(2, 2, 2, 2, 3, 4, 3, 4, 1, 1);
    Struct before = rows.get(4);
    Struct after = rows.get(5);
    assertThat(after.get("id")).isEqualTo(before.get("id"));
    assertThat(after.get(Fields.SEQVAL)).isEqualTo(before.get(Fields.SEQVAL));
    assertThat(after.get("amount")).isNotEqualTo(before.get("amount"));
  }

  @Test
  void tenColumnsAreCapturedAndOnlyTheNoteMayBeNull() {
    List<Struct> rows = rows(1_000);
    List<String> captured = new ArrayList<>();
    for (Field field : rows.get(0).schema().fields()) {
      if (!Fields.WIRE.contains(field.name())) {
        captured.add(field.name());
      }
    }
    assertThat(captured).hasSize(10);
    for (String column : captured) {
      long nulls = rows.stream().filter(row -> row.get(column) == null).count();
      if (column.equals("note")) {
        assertThat(nulls).isBetween(1L, 999L);
      } else {
        assertThat(nulls).as(column).isZero();
      }
    }
  }

  @Test
  void progressCountsTheRowsOfItsRangeAndFollowsTheOneBefore() {
    List<Struct> first = rows(RANGE);
    assertThat(table.isProgressDue()).isTrue();
    WireRecord one = table.progress();
    assertThat(table.isProgressDue()).isFalse();
    List<Struct> second = rows(20);
    WireRecord two = table.progress();

    assertThat(one.eventType()).isEqualTo("progress");
    assertThat(one.value().getStruct(Fields.EVENT).getInt64(EventFields.ROWS)).isEqualTo(RANGE);
    assertThat(two.value().getStruct(Fields.EVENT).getInt64(EventFields.ROWS)).isEqualTo(20);
    String end = first.get(RANGE - 1).getString(Fields.START_LSN);
    assertThat(one.value().getString(Fields.START_LSN)).isEqualTo(end);
    assertThat(progress(one).from()).isNull();
    assertThat(progress(one).start()).isLessThan(first.get(0).getString(Fields.START_LSN));
    assertThat(progress(two).from()).isEqualTo(end);
    assertThat(two.value().getString(Fields.START_LSN))
        .isEqualTo(second.get(19).getString(Fields.START_LSN));
  }
}
