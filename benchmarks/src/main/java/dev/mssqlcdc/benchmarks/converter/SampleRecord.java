package dev.mssqlcdc.benchmarks.converter;

import dev.mssqlcdc.connector.core.Column;
import dev.mssqlcdc.connector.core.SqlType;
import dev.mssqlcdc.connector.core.WireType;
import dev.mssqlcdc.connector.record.TableRecords;
import dev.mssqlcdc.connector.record.WireRecord;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.schemas.SourcePosition;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** An insert into the table of 8 columns that all benchmarks read, as the connector sends it. */
final class SampleRecord {

  static final String TOPIC = "sample.dbo.t1";

  private static final Lsn START = Lsn.parse("0x0000002D000003A80003");
  private static final Lsn SEQVAL = Lsn.parse("0x0000002D000003A80002");
  private static final long COMMIT_TS = 1_704_164_645_678_000L;
  private static final Object[] VALUES = {
    123_456,
    456,
    1_234_560_000L,
    "v123456",
    "n123456",
    new BigDecimal("30864.00"),
    1_704_288_101_678_000L,
    49_382.4
  };

  private SampleRecord() {}

  static WireRecord make() {
    List<Column> columns = new ArrayList<>();
    add(columns, "id", new SqlType("int", 0, 10, 0));
    add(columns, "a", new SqlType("int", 0, 10, 0));
    add(columns, "b", new SqlType("bigint", 0, 19, 0));
    add(columns, "c", new SqlType("varchar", 20, 0, 0));
    add(columns, "d", new SqlType("nvarchar", 20, 0, 0));
    add(columns, "e", new SqlType("decimal", 0, 10, 2));
    add(columns, "f", new SqlType("datetime2", 0, 23, 3));
    add(columns, "g", new SqlType("float", 0, 53, 0));
    TableRecords records =
        new TableRecords(TOPIC, "dbo_t1", columns, columns.subList(0, 1), List.of());
    SourcePosition position = new SourcePosition(START, 1, SEQVAL, Operation.INSERT.code());
    return records.change(VALUES, position, COMMIT_TS);
  }

  private static void add(List<Column> columns, String name, SqlType type) {
    int id = columns.size() + 1;
    boolean inKey = id == 1;
    columns.add(
        new Column(
            name, name, id, id, type, WireType.of(type, inKey).orElseThrow(), inKey, true, ""));
  }
}
