package dev.mssqlcdc.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.quickstart.SqlValues.SqlValue;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.TestingTable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;

/** A source table whose columns change, and what Spark must read of its bronze table. */
final class EvolvingTable {

  private final TestingLakehouse lakehouse;
  private final TestingTable table;
  private final Map<String, SqlValue> columns = new LinkedHashMap<>();
  private final Map<String, String> types = new LinkedHashMap<>();
  private final List<Map<String, Object>> rows = new ArrayList<>();
  private long lsn;

  EvolvingTable(TestingLakehouse lakehouse, String name) throws Exception {
    this.lakehouse = lakehouse;
    this.table = lakehouse.table(name);
    this.types.put("id", "int");
  }

  TestingTable table() {
    return table;
  }

  /** Gives the source's table a column, or an existing one another type. */
  EvolvingTable column(String name, SqlValue value) {
    table.column(field(name), name, value.type(), value.schema().get());
    columns.put(name, value);
    types.putIfAbsent(name, value.sparkType());
    return this;
  }

  /** A column whose type bronze follows. */
  void widen(String name, SqlValue value) {
    column(name, value);
    types.put(name, value.sparkType());
  }

  void drop(String name) {
    table.drop(field(name));
    columns.remove(name);
  }

  /** The owner of the bronze table renames one of its columns. */
  void renamed(String from, String to) {
    types.put(to, types.remove(from));
    rows.forEach(row -> row.put(to, row.remove(from)));
  }

  /** The owner of the bronze table drops one of its columns. */
  void dropped(String name) {
    types.remove(name);
    rows.forEach(row -> row.remove(name));
  }

  /** Commits a row with a value in every column, and one with none. */
  void insert() throws Exception {
    Long before = lsn == 0 ? null : lsn;
    lsn++;
    lakehouse.send(
        table, List.of(row(1, columns), row(2, Map.of()), table.progress(before, lsn, 2)));
  }

  private TestingRecord row(int ordinal, Map<String, SqlValue> values) {
    int id = rows.size();
    Map<String, Object> wire = new HashMap<>(Map.of("id", id));
    Map<String, Object> read = new HashMap<>(Map.of("id", id));
    values.forEach(
        (name, value) -> {
          wire.put(field(name), value.wire());
          read.put(name, value.read());
        });
    rows.add(read);
    return table.change(lsn, ordinal, Operation.INSERT, wire);
  }

  void insertAndExpect() throws Exception {
    insert();
    expect();
  }

  /** Waits for the last commit, and compares all that Spark reads. */
  void expect() {
    lakehouse.awaitVerdict(table, lsn);
    Dataset<Row> bronze = lakehouse.bronze(table);
    Map<String, String> found =
        Arrays.stream(bronze.schema().fields())
            .collect(Collectors.toMap(StructField::name, field -> field.dataType().simpleString()));
    assertThat(found).containsAllEntriesOf(types);
    List<Row> all = bronze.select(columns(types.keySet())).collectAsList();
    assertThat(all).hasSameSizeAs(rows);
    for (int i = 0; i < rows.size(); i++) {
      for (String name : types.keySet()) {
        assertThat(exact(all.get(i).getAs(name)))
            .as("row %d, column %s", i, name)
            .isEqualTo(exact(rows.get(i).get(name)));
      }
    }
  }

  /** How many rows Spark finds that have all of some values: it skips files by their statistics. */
  long count(Map<String, SqlValue> values) {
    Column condition = functions.lit(true);
    for (Map.Entry<String, SqlValue> each : values.entrySet()) {
      condition = condition.and(functions.col(each.getKey()).equalTo(each.getValue().read()));
    }
    return lakehouse.bronze(table).where(condition).count();
  }

  private static Column[] columns(Iterable<String> names) {
    List<Column> columns = new ArrayList<>();
    names.forEach(name -> columns.add(functions.col("`" + name + "`")));
    return columns.toArray(Column[]::new);
  }

  private static String field(String name) {
    return name.replaceAll("\\W", "_");
  }

  /** The value whatever its type: widened ones must be equal to the last digit. */
  private static Object exact(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal.stripTrailingZeros();
    } else if (value instanceof Float || value instanceof Double) {
      return new BigDecimal(((Number) value).doubleValue()).stripTrailingZeros();
    } else if (value instanceof Number number) {
      return BigDecimal.valueOf(number.longValue()).stripTrailingZeros();
    } else if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    return value instanceof LocalDate day ? day.atStartOfDay() : value;
  }
}
