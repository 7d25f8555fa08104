package dev.mssqlcdc.sqlserver.testing;

import java.sql.SQLException;

/** Capture in one database. It stands still until it is started. */
public interface Capture extends AutoCloseable {

  /** Captures again and again, until it is stopped. */
  void start();

  void stop() throws SQLException;

  /** Captures what is committed; returns when it can be read. */
  void once() throws SQLException;

  @Override
  void close() throws SQLException;
}
