package dev.mssqlcdc.standin.engine;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** New content for a table of the schema sys. */
final class Rows implements AutoCloseable {
  private final PreparedStatement insert;

  /** Empties the table. */
  Rows(Connection h2, String table, int columns) throws SQLException {
    try (Statement delete = h2.createStatement()) {
      delete.execute("DELETE FROM sys." + table);
    }
    String marks = "?, ".repeat(columns - 1) + "?";
    insert = h2.prepareStatement("INSERT INTO sys." + table + " VALUES (" + marks + ")");
  }

  void add(Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      insert.setObject(i + 1, values[i]);
    }
    insert.executeUpdate();
  }

  @Override
  public void close() throws SQLException {
    insert.close();
  }
}
