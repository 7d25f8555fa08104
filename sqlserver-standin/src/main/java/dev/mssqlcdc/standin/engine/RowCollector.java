package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.Column;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.RowCursor;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.StatementKind;
import java.util.ArrayList;
import java.util.List;

/** Keeps the rows of a procedure for INSERT ... EXEC. */
final class RowCollector implements Output {
  private final Output out;
  private final List<Object[]> rows = new ArrayList<>();
  private List<Column> columns = List.of();

  RowCollector(Output out) {
    this.out = out;
  }

  List<Column> columns() {
    return columns;
  }

  List<Object[]> rows() {
    return rows;
  }

  @Override
  public long rows(List<Column> resultColumns, RowCursor cursor) {
    columns = resultColumns;
    while (cursor.next()) {
      Object[] row = new Object[columns.size()];
      for (int i = 0; i < row.length; i++) {
        row[i] = cursor.value(i);
      }
      rows.add(row);
    }
    return rows.size();
  }

  @Override
  public void updated(StatementKind kind, long count, boolean counted) {
    // INSERT ... EXEC reports the rows it inserts, not what the procedure did
  }

  @Override
  public void done(StatementKind kind) {
    // as above
  }

  @Override
  public void message(String text) {
    out.message(text);
  }

  @Override
  public void failed(SqlError error) {
    out.failed(error);
  }

  @Override
  public void databaseChanged(String from, String to) {
    out.databaseChanged(from, to);
  }

  @Override
  public void transactionBegan(long id) {
    out.transactionBegan(id);
  }

  @Override
  public void transactionEnded(long id, boolean committed) {
    out.transactionEnded(id, committed);
  }

  @Override
  public boolean cancelled() {
    return out.cancelled();
  }
}
