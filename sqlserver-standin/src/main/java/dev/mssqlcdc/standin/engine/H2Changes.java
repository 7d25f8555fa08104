package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.tx.Transaction;
import org.h2.mvstore.tx.TransactionStore.Change;
import org.h2.schema.Schema;
import org.h2.table.Table;

/** What open transactions of H2 have changed. */
final class H2Changes {
  private static final Field TRANSACTION = transaction();

  private H2Changes() {}

  /** The ids of the rows of a table that the open transaction of a connection has changed. */
  static Set<Long> rows(Connection h2, TableDef table) throws SQLException {
    SessionLocal session = (SessionLocal) h2.unwrap(JdbcConnection.class).getSession();
    // without a session the connection is closed
    Transaction transaction = session == null ? null : open(session);
    Set<Long> rows = new HashSet<>();
    if (transaction == null) {
      return rows;
    }
    String map = map(session, table);
    try {
      Iterator<Change> changes = transaction.getChanges(0);
      while (changes.hasNext()) {
        Change change = changes.next();
        if (change.mapName.equals(map) && change.key instanceof Long row) {
          rows.add(row);
        }
      }
    } catch (MVStoreException e) {
      // it has ended meanwhile
      rows.clear();
    }
    return rows;
  }

  private static String map(SessionLocal session, TableDef table) {
    Schema schema = session.getDatabase().findSchema(table.schema());
    Table found = schema == null ? null : schema.findTableOrView(session, table.name());
    return found == null ? "" : "table." + found.getId();
  }

  /** Null without one; asking the session itself would begin one. */
  private static Transaction open(SessionLocal session) {
    try {
      return (Transaction) TRANSACTION.get(session);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("H2's transaction cannot be read", e);
    }
  }

  private static Field transaction() {
    try {
      Field field = SessionLocal.class.getDeclaredField("transaction");
      field.setAccessible(true);
      return field;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("H2's transaction cannot be read", e);
    }
  }
}
