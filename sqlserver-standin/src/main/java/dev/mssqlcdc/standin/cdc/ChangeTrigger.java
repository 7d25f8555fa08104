package dev.mssqlcdc.standin.cdc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.jdbc.JdbcResultSet;
import org.h2.tools.TriggerAdapter;
import org.h2.value.Value;

/**
 * Called by H2, which creates it by name: before every statement that writes a table, and after
 * every changed row of a tracked one.
 */
public final class ChangeTrigger extends TriggerAdapter {

  @Override
  public void fire(Connection connection, ResultSet before, ResultSet after) throws SQLException {
    ChangeBuffer buffer = ChangeBuffer.current().orElse(null);
    if (buffer == null) {
      return;
    }
    if (before == null && after == null) {
      buffer.startTable(schemaName, tableName, undoPosition(connection));
    } else {
      buffer.add(schemaName, tableName, values(before), values(after));
    }
  }

  private static long undoPosition(Connection connection) throws SQLException {
    SessionLocal session = (SessionLocal) connection.unwrap(JdbcConnection.class).getSession();
    return session.getTransaction().setSavepoint();
  }

  private static Value[] values(ResultSet row) throws SQLException {
    return row == null ? null : row.unwrap(JdbcResultSet.class).getResult().currentRow();
  }
}
