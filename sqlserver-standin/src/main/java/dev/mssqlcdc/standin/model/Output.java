package dev.mssqlcdc.standin.model;

import java.util.List;

/** Where a batch sends what it produces, in the order it produces it. */
public interface Output {
  /** Streams a result set; returns the number of rows sent. */
  long rows(List<Column> columns, RowCursor cursor);

  /** A statement that changed {@code count} rows; {@code counted} is false under SET NOCOUNT ON. */
  void updated(StatementKind kind, long count, boolean counted);

  /** A statement without a row count. */
  void done(StatementKind kind);

  /** A message that is no error, as PRINT sends it. */
  void message(String text);

  /** A statement failed, and the next one runs all the same. */
  void failed(SqlError error);

  void databaseChanged(String from, String to);

  void transactionBegan(long id);

  void transactionEnded(long id, boolean committed);

  /** True once the client has asked to cancel what runs. */
  boolean cancelled();
}
