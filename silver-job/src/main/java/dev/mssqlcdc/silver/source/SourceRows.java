package dev.mssqlcdc.silver.source;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows as they arrive, one in memory. The connection is closed at the end, or by {@link #close}.
 */
public final class SourceRows implements Iterator<Object[]>, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SourceRows.class);

  private final Connection connection;
  private final PreparedStatement statement;
  private final ResultSet rows;
  private final ValueReader[] readers;
  private final String what;
  private boolean hasNext;

  SourceRows(Connection connection, SourceScan scan) throws SQLException {
    this.connection = connection;
    this.what = scan.what();
    this.readers = scan.columns().stream().map(ValueReader::of).toArray(ValueReader[]::new);
    this.statement = connection.prepareStatement(scan.sql());
    this.rows = statement.executeQuery();
    this.hasNext = rows.next();
    closeAtEnd();
  }

  @Override
  public boolean hasNext() {
    return hasNext;
  }

  @Override
  public Object[] next() {
    if (!hasNext) {
      throw new NoSuchElementException(what);
    }
    try {
      Object[] values = new Object[readers.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = readers[i].read(rows, i + 1);
      }
      hasNext = rows.next();
      closeAtEnd();
      return values;
    } catch (SQLException e) {
      close();
      throw SourceAddress.failure(what, e);
    }
  }

  private void closeAtEnd() {
    if (!hasNext) {
      close(connection);
    }
  }

  @Override
  public void close() {
    if (hasNext) {
      hasNext = false;
      try {
        // Without this the driver reads all the rest before it can close.
        statement.cancel();
      } catch (SQLException e) {
        LOG.debug("cancelling a read failed", e);
      }
    }
    close(connection);
  }

  static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("closing a connection failed", e);
    }
  }
}
