package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import org.h2.engine.SessionLocal;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.tx.Transaction;
import org.h2.mvstore.tx.TransactionStore.Change;
import org.h2.schema.Schema;
import org.h2.table.Table;

/** What open transactions of H2 have changed. */
final class H2Changes {
  private H2Changes() {}

  /** The ids of the rows of a table that the open transaction of a connection has changed. */
  static Set<Long> rows(Connection h2, TableDef table) throws SQLException {
    Optional<SessionLocal> session = H2Session.of(h2);
    Optional<Transaction> transaction = H2Session.transaction(h2);
    return session.isEmpty() || transaction.isEmpty()
        ? Set.of()
        : rows(transaction.get(), map(session.get(), table));
  }

  /** True if the open transaction of a connection has changed a row of one of H2's maps. */
  static boolean has(Connection h2, String map, long row) throws SQLException {
    Optional<Transaction> transaction = H2Session.transaction(h2);
    return transaction.isPresent() && rows(transaction.get(), map).contains(row);
  }

  private static Set<Long> rows(Transaction transaction, String map) {
    Set<Long> rows = new HashSet<>();
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
}
