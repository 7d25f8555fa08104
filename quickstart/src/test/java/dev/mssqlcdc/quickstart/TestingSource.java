package dev.mssqlcdc.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.TestingTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.spark.sql.Row;

/** A source table that is written to all the time and gets other columns in between. */
final class TestingSource {

  private static final int WIDENED_AT = 60;

  private final TestingLakehouse lakehouse;
  private final TestingTable table;
  private final List<Long> columnsBegin = new ArrayList<>();
  private long wideFrom = Long.MAX_VALUE;
  private long last;

  TestingSource(TestingLakehouse lakehouse, TestingTable table) {
    this.lakehouse = lakehouse;
    this.table = table;
    table.column("qty", "qty", "int", SchemaBuilder.int32());
  }

  /** The last commit; each has one row. */
  long last() {
    return last;
  }

  /** Adds a column, and widens another when the time has come; a few times only. */
  void changeColumns() {
    if (last >= WIDENED_AT && wideFrom == Long.MAX_VALUE) {
      table.column("qty", "qty", "bigint", SchemaBuilder.int64());
      wideFrom = last + 1;
    }
    if (columnsBegin.size() < 5 && last >= 40L * columnsBegin.size()) {
      String name = "more_" + columnsBegin.size();
      table.column(name, name, "nvarchar(20)", SchemaBuilder.string());
      columnsBegin.add(last + 1);
    }
  }

  void commit(int count) throws Exception {
    List<TestingRecord> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Long before = last == 0 ? null : last;
      last++;
      records.add(table.change(last, 1, Operation.INSERT, row(last)));
      records.add(table.progress(before, last, 1));
    }
    lakehouse.send(table, records);
  }

  private Map<String, Object> row(long number) {
    Map<String, Object> row = new HashMap<>();
    row.put("id", (int) number);
    row.put("qty", number < wideFrom ? (Object) (int) number : (Object) qty(number));
    for (int i = 0; i < columnsBegin.size(); i++) {
      row.put("more_" + i, i + " of " + number);
    }
    return row;
  }

  /** Fails unless a bronze row is what was sent. */
  void expect(Row found, long number) {
    assertThat(found.<Integer>getAs("id")).isEqualTo((int) number);
    assertThat(found.<Long>getAs("qty")).isEqualTo(qty(number));
    for (int i = 0; i < columnsBegin.size(); i++) {
      assertThat(found.<String>getAs("more_" + i))
          .isEqualTo(number < columnsBegin.get(i) ? null : i + " of " + number);
    }
  }

  private long qty(long number) {
    return number < wideFrom ? number : number << 32;
  }
}
