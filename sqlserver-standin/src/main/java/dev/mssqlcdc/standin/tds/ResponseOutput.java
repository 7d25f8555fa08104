package dev.mssqlcdc.standin.tds;

import dev.mssqlcdc.standin.model.Column;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.RowCursor;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.StatementKind;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Sends results. The DONE of each is held back until it is known whether another result follows,
 * for it says so.
 */
final class ResponseOutput implements Output {
  private static final int ROW = 0xD1;
  private static final int ROWS_PER_CANCEL_CHECK = 128;

  private final PacketWriter out;
  private final TokenWriter tokens;
  private final boolean procedure;
  private final BooleanSupplier cancelled;
  private final RowPace pace;
  private boolean held;
  private int heldStatus;
  private int heldCommand;
  private long heldCount;

  /**
   * @param procedure true within a remote procedure call, whose last DONE is a DONEPROC
   * @param pace what happens between rows
   */
  ResponseOutput(
      PacketWriter out,
      TokenWriter tokens,
      boolean procedure,
      BooleanSupplier cancelled,
      RowPace pace) {
    this.out = out;
    this.tokens = tokens;
    this.procedure = procedure;
    this.cancelled = cancelled;
    this.pace = pace;
  }

  @Override
  public long rows(List<Column> columns, RowCursor cursor) {
    columns.forEach(column -> TypeInfoWriter.requireSupported(column.type()));
    release();
    TypeInfoWriter.columns(out, columns);
    SqlType[] types = columns.stream().map(Column::type).toArray(SqlType[]::new);
    long count = 0;
    Object[] row = new Object[types.length];
    while (cursor.next()) {
      // all of the row first: an error after its token would leave half a row on the wire
      for (int i = 0; i < types.length; i++) {
        row[i] = cursor.value(i);
      }
      out.u8(ROW);
      for (int i = 0; i < types.length; i++) {
        ValueWriter.write(out, types[i], row[i]);
      }
      boolean goesOn = pace.sent(++count);
      if (!goesOn || (count % ROWS_PER_CANCEL_CHECK == 0 && cancelled())) {
        break;
      }
    }
    hold(TokenWriter.STATUS_COUNT, StatementKind.SELECT, count);
    return count;
  }

  @Override
  public void updated(StatementKind kind, long count, boolean counted) {
    hold(counted ? TokenWriter.STATUS_COUNT : 0, kind, count);
  }

  @Override
  public void done(StatementKind kind) {
    if (kind != StatementKind.EXECUTE || !held) {
      hold(0, kind, 0);
    }
  }

  @Override
  public void message(String text) {
    release();
    tokens.info(text);
  }

  @Override
  public void failed(SqlError error) {
    release();
    tokens.error(error);
    held = true;
    heldStatus = TokenWriter.STATUS_ERROR;
    heldCommand = 0;
    heldCount = 0;
  }

  @Override
  public void databaseChanged(String from, String to) {
    release();
    tokens.databaseChanged(from, to);
  }

  @Override
  public void transactionBegan(long id) {
    release();
    tokens.transactionBegan(id);
  }

  @Override
  public void transactionEnded(long id, boolean committed) {
    release();
    tokens.transactionEnded(id, committed);
  }

  @Override
  public boolean cancelled() {
    return cancelled.getAsBoolean();
  }

  /** After the last result. */
  void finish() {
    if (procedure) {
      release();
    } else if (held) {
      tokens.done(TokenWriter.DONE, heldStatus, heldCommand, heldCount);
      held = false;
    } else {
      tokens.done(TokenWriter.DONE, 0, 0, 0);
    }
  }

  /** After a statement that failed: it is the last. */
  void fail(SqlError error) {
    release();
    boolean silent = cancelled();
    if (!silent) {
      tokens.error(error);
    }
    if (procedure) {
      tokens.done(
          TokenWriter.DONE_IN_PROC, TokenWriter.STATUS_ERROR | TokenWriter.STATUS_MORE, 0, 0);
    } else {
      tokens.done(TokenWriter.DONE, TokenWriter.STATUS_ERROR, 0, 0);
    }
  }

  private void hold(int status, StatementKind kind, long count) {
    release();
    held = true;
    heldStatus = status;
    heldCommand = kind.code();
    heldCount = count;
  }

  private void release() {
    if (held) {
      tokens.done(
          procedure ? TokenWriter.DONE_IN_PROC : TokenWriter.DONE,
          heldStatus | TokenWriter.STATUS_MORE,
          heldCommand,
          heldCount);
      held = false;
    }
  }
}
