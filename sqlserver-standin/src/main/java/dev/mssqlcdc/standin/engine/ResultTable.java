package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.Column;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.RowCursor;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import java.util.ArrayList;
import java.util.List;

/** The small result of a system procedure. */
final class ResultTable {
  private static final int SYSNAME = 128;

  private final List<Column> columns = new ArrayList<>();
  private final List<Object[]> rows = new ArrayList<>();

  /** Adds columns of type sysname. */
  ResultTable names(String... names) {
    for (String name : names) {
      columns.add(Column.of(name, SqlType.nvarchar(SYSNAME)));
    }
    return this;
  }

  ResultTable columns(SqlType type, String... names) {
    for (String name : names) {
      columns.add(Column.of(name, type));
    }
    return this;
  }

  ResultTable columns(SqlTypeName type, String... names) {
    return columns(SqlType.of(type), names);
  }

  void row(Object... values) {
    rows.add(values);
  }

  void send(Output out) {
    out.rows(columns, RowCursor.over(rows));
  }
}
