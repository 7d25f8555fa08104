package dev.mssqlcdc.silver.source;

import dev.mssqlcdc.silver.compare.ComparedColumn;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Rows to read, on whichever machine.
 *
 * @param address of the source
 * @param what for messages
 * @param sql the statement
 * @param columns what the statement selects
 */
public record SourceScan(
    SourceAddress address, String what, String sql, List<ComparedColumn> columns)
    implements Serializable {

  public SourceScan {
    columns = List.copyOf(columns);
  }

  /** Begins to read, over a connection of its own. */
  public SourceRows open() {
    Connection connection = address.connect();
    try {
      return new SourceRows(connection, this);
    } catch (SQLException e) {
      SourceRows.close(connection);
      throw SourceAddress.failure(what, e);
    }
  }
}
