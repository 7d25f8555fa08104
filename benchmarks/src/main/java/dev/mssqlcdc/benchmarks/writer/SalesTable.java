package dev.mssqlcdc.benchmarks.writer;

import dev.mssqlcdc.connector.core.Column;
import dev.mssqlcdc.connector.core.Event;
import dev.mssqlcdc.connector.core.ReadMetrics;
import dev.mssqlcdc.connector.core.SqlType;
import dev.mssqlcdc.connector.core.WireType;
import dev.mssqlcdc.connector.record.TableRecords;
import dev.mssqlcdc.connector.record.WireRecord;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The records of a table of 10 columns as the connector sends them when it reads a backlog: commits
 * of 20 rows, a progress event after every 2,000 commits. Changes are inserts, updates (an image
 * before and one after) and deletes, 4 to 2 to 2.
 */
final class SalesTable {

  private static final int ROWS_OF_COMMIT = 20;
  private static final int COMMITS_OF_RANGE = 2_000;
  private static final int LSN_HIGH = 0x2D;
  private static final long FIRST_LSN = 0x3A80003L;
  private static final int LSNS_OF_COMMIT = 1 << 16;
  private static final long FIRST_COMMIT_TS = 1_767_225_600_000_000L;
  private static final long MICROS_BETWEEN_COMMITS = 25_000;
  private static final double MICROS = 1e6;

  /** Of every ten rows in a row. */
  private static final Operation[] OPERATIONS = {
    Operation.INSERT,
    Operation.INSERT,
    Operation.INSERT,
    Operation.INSERT,
    Operation.UPDATE_BEFORE,
    Operation.UPDATE_AFTER,
    Operation.UPDATE_BEFORE,
    Operation.UPDATE_AFTER,
    Operation.DELETE,
    Operation.DELETE
  };

  private final TableRecords records;
  private Optional<Lsn> progress = Optional.empty();
  private long rowsOfRange;
  private long row;

  SalesTable(String topic) {
    List<Column> columns = columns();
    records = new TableRecords(topic, "dbo_sales", columns, columns.subList(0, 1), List.of());
  }

  private static List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    add(columns, "id", new SqlType("int", 0, 10, 0));
    add(columns, "customer_id", new SqlType("bigint", 0, 19, 0));
    add(columns, "product", new SqlType("varchar", 20, 0, 0));
    add(columns, "city", new SqlType("nvarchar", 40, 0, 0));
    add(columns, "amount", new SqlType("decimal", 0, 18, 2));
    add(columns, "ordered_at", new SqlType("datetime2", 0, 23, 3));
    add(columns, "due", new SqlType("date", 0, 10, 0));
    add(columns, "paid", new SqlType("bit", 0, 1, 0));
    add(columns, "discount", new SqlType("float", 0, 53, 0));
    add(columns, "note", new SqlType("nvarchar", 200, 0, 0));
    return columns;
  }

  private static void add(List<Column> columns, String name, SqlType type) {
    int id = columns.size() + 1;
    boolean inKey = id == 1;
    columns.add(
        new Column(
            name, name, id, id, type, WireType.of(type, inKey).orElseThrow(), inKey, true, ""));
  }

  /** The next row. */
  WireRecord nextRow() {
    long commit = row / ROWS_OF_COMMIT;
    Operation operation = OPERATIONS[(int) (row % OPERATIONS.length)];
    // the images before and after an update are of one change
    long change = operation == Operation.UPDATE_AFTER ? row - 1 : row;
    SourcePosition position =
        new SourcePosition(lsn(commit), 1, lsnWithin(commit, change), operation.code());
    Object[] image = SalesValues.of(change, operation == Operation.UPDATE_AFTER);
    row++;
    rowsOfRange++;
    return records.change(image, position, commitTs(commit));
  }

  /** Whether a range ends after the last row, so that its progress is due. */
  boolean isProgressDue() {
    return rowsOfRange == (long) ROWS_OF_COMMIT * COMMITS_OF_RANGE;
  }

  /** Ends the range after the last row, which ends its commit. */
  WireRecord progress() {
    long last = (row - 1) / ROWS_OF_COMMIT;
    Lsn end = lsn(last);
    String from = progress.map(Lsn::toString).orElse(null);
    String start = progress.isPresent() ? null : lsn(-1).toString();
    Event event =
        new Event(
            "progress/dbo_sales/%s/%s".formatted(from, end),
            end,
            commitTs(last),
            new EventDetail.Progress(from, start, "bench", "shop"),
            OptionalLong.of(rowsOfRange),
            Optional.of(metrics(commitTs(last))));
    progress = Optional.of(end);
    rowsOfRange = 0;
    return records.event(event);
  }

  private static ReadMetrics metrics(long commitTs) {
    return new ReadMetrics(
        OptionalLong.of(FIRST_COMMIT_TS),
        OptionalDouble.of((commitTs - FIRST_COMMIT_TS) / (3600 * MICROS)),
        1.5,
        0.5,
        8,
        commitTs,
        2.5,
        3);
  }

  private static Lsn lsn(long commit) {
    return new Lsn(LSN_HIGH, FIRST_LSN + (commit + 1) * LSNS_OF_COMMIT);
  }

  private static Lsn lsnWithin(long commit, long change) {
    return new Lsn(LSN_HIGH, lsn(commit).low() - ROWS_OF_COMMIT + change % ROWS_OF_COMMIT);
  }

  private static long commitTs(long commit) {
    return FIRST_COMMIT_TS + commit * MICROS_BETWEEN_COMMITS;
  }
}
