package dev.mssqlcdc.sqlserver.testing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Statements on a connection, and their results as text that a test compares. */
public final class Sql {
  private static final String CHANGES =
      "SELECT __$operation, %s FROM cdc.[%s_CT]"
          + " ORDER BY __$start_lsn, __$command_id, __$seqval, __$operation";

  private Sql() {}

  public static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Runs a statement with parameters; returns its row count. */
  public static int update(Connection connection, String sql, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, parameters);
      return statement.executeUpdate();
    }
  }

  /** The rows of a query, each as its values joined by a bar; binary as hex, NULL as null. */
  public static List<String> rows(Connection connection, String sql, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, parameters);
      try (ResultSet rows = statement.executeQuery()) {
        List<String> result = new ArrayList<>();
        while (rows.next()) {
          StringBuilder row = new StringBuilder();
          for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            row.append(i == 1 ? "" : "|").append(rows.getString(i));
          }
          result.add(row.toString());
        }
        return result;
      }
    }
  }

  /** The first row of a query, as {@link #rows} gives it. */
  public static String one(Connection connection, String sql, Object... parameters)
      throws SQLException {
    return rows(connection, sql, parameters).get(0);
  }

  /** The operation and some columns of all change rows, in the order of the changes. */
  public static List<String> changes(Connection connection, String instance, String columns)
      throws SQLException {
    return rows(connection, CHANGES.formatted(columns, instance));
  }

  /** The error that a statement ends with. */
  public static SQLException failure(Connection connection, String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      while (statement.getMoreResults() || statement.getUpdateCount() >= 0) {
        // errors may follow the first result
      }
    } catch (SQLException e) {
      return e;
    }
    throw new AssertionError("this went well: " + sql);
  }

  /** The error number that a statement ends with, 0 without one; its transaction is rolled back. */
  public static int outcome(Connection connection, String sql) throws SQLException {
    try {
      execute(connection, sql);
      return 0;
    } catch (SQLException e) {
      return e.getErrorCode();
    } finally {
      connection.rollback();
    }
  }

  /**
   * The error number that statements end with; 0 without one, and their transaction is committed.
   */
  public static int committed(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      while (statement.getMoreResults() || statement.getUpdateCount() >= 0) {
        // errors may follow the first result
      }
      connection.commit();
      return 0;
    } catch (SQLException e) {
      connection.rollback();
      return e.getErrorCode();
    }
  }

  private static void bind(PreparedStatement statement, Object... parameters) throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
  }
}
