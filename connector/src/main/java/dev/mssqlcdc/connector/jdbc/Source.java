package dev.mssqlcdc.connector.jdbc;

import java.util.Properties;

/**
 * The source database over one connection.
 *
 * @param connection the connection, opened when first needed
 * @param log questions about the log
 * @param catalog questions about tables
 * @param rows reads of rows
 */
public record Source(SourceConnection connection, LogQueries log, Catalog catalog, RowQueries rows)
    implements AutoCloseable {

  /**
   * @param properties the driver's connection properties
   */
  public static Source with(Properties properties) {
    var connection = new SourceConnection(properties);
    return new Source(
        connection,
        new LogQueries(connection),
        new Catalog(connection),
        new RowQueries(connection));
  }

  @Override
  public void close() {
    connection.close();
  }
}
