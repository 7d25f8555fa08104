package dev.mssqlcdc.connector.jdbc;

import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.SqlType;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of a table or a change table, streamed: one row in memory. Until it is closed its connection
 * must not be used for anything else, or the driver would buffer the rest of the rows.
 */
public final class RowCursor implements AutoCloseable {

  private static final int START_LSN = 1;
  private static final int COMMAND_ID = 2;
  private static final int SEQVAL = 3;
  private static final int OPERATION = 4;

  private static final int UPDATE_MASK = 5;

  /** How many columns of a change table's result stand before the captured ones. */
  static final int CHANGE_COLUMNS = 5;

  private final SourceConnection connection;
  private final String what;
  private final PreparedStatement statement;
  private final ResultSet rows;
  private final List<SqlType> types;
  private final ColumnReader[] readers;
  private final int first;
  private byte[] startBytes = new byte[0];
  private Lsn start = Lsn.ZERO;
  private boolean atEnd;

  RowCursor(
      SourceConnection connection,
      String what,
      PreparedStatement statement,
      ResultSet rows,
      List<SqlType> types,
      ColumnReader[] readers,
      int first) {
    this.connection = connection;
    this.what = what;
    this.statement = statement;
    this.rows = rows;
    this.types = types;
    this.readers = readers;
    this.first = first;
  }

  /**
   * Goes to the next row.
   *
   * @return false at the end
   * @throws SourceException when the read fails
   */
  public boolean next() {
    try {
      atEnd = !rows.next();
      return !atEnd;
    } catch (SQLException e) {
      throw connection.failure(what, e);
    }
  }

  /** The types of the columns as the source has them now. */
  List<SqlType> types() {
    return types;
  }

  /** An array that holds the values of one row. */
  Object[] newRow() {
    return new Object[readers.length];
  }

  /** Reads the current row's columns, in the order they were asked for, into an array. */
  public void values(Object[] into) {
    try {
      for (int i = 0; i < readers.length; i++) {
        into[i] = readers[i].read(rows, first + i);
      }
    } catch (SQLException e) {
      throw connection.failure(what, e);
    }
  }

  /** Where the current row of a change table stands. */
  SourcePosition position() {
    try {
      byte[] bytes = rows.getBytes(START_LSN);
      if (!Arrays.equals(bytes, startBytes)) {
        startBytes = bytes;
        start = Lsn.of(bytes);
      }
      int commandId = rows.getInt(COMMAND_ID);
      return new SourcePosition(
          start, commandId, Lsn.of(rows.getBytes(SEQVAL)), rows.getInt(OPERATION));
    } catch (SQLException e) {
      throw connection.failure(what, e);
    }
  }

  /** Which columns the current row's update changed. */
  byte[] updateMask() {
    try {
      return rows.getBytes(UPDATE_MASK);
    } catch (SQLException e) {
      throw connection.failure(what, e);
    }
  }

  @Override
  public void close() {
    try (statement) {
      if (!atEnd) {
        // Without this the driver reads all the rest before it can close.
        statement.cancel();
      }
      rows.close();
    } catch (SQLException e) {
      throw connection.failure(what, e);
    }
  }
}
