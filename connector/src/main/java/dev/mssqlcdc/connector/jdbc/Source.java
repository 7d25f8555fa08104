package dev.mssqlcdc.connector.jdbc;

import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The source database over one connection.
 *
 * @param connection the connection, opened when first needed
 * @param log questions about the log
 * @param catalog questions about tables
 * @param access questions about the login's rights
 * @param rows reads of rows
 * @param chunks reads of tables by their key
 */
public record Source(
    SourceConnection connection,
    LogQueries log,
    Catalog catalog,
    Access access,
    RowQueries rows,
    ChunkQueries chunks)
    implements AutoCloseable {

  /**
   * @param properties the driver's connection properties
   */
  public static Source with(Properties properties) {
    return over(new SourceConnection(properties), ConcurrentHashMap.newKeySet());
  }

  /** The same database over one more connection, for another thread. */
  public Source another() {
    return over(connection.another(), rows.warned());
  }

  private static Source over(SourceConnection connection, Set<String> warned) {
    var catalog = new Catalog(connection);
    var rows = new RowQueries(connection, warned);
    return new Source(
        connection,
        new LogQueries(connection),
        catalog,
        new Access(connection, catalog),
        rows,
        new ChunkQueries(connection, catalog, rows));
  }

  @Override
  public void close() {
    connection.close();
  }
}
