package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.cdc.ChangeBuffer;
import dev.mssqlcdc.standin.lock.LockOwner;
import dev.mssqlcdc.standin.model.Column;
import dev.mssqlcdc.standin.model.SqlType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A session's work in one database: its H2 connection and the changes of its transaction. */
final class DatabaseSession implements AutoCloseable {
  private static final int CACHED_STATEMENTS = 64;

  private final Database database;
  private final Connection h2;
  private final ChangeBuffer buffer;
  private final LockOwner locks;
  private final Map<String, SavedPoint> savepoints = new HashMap<>();
  private final Map<String, PreparedStatement> statements = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<ResultShape, List<Column>> columns = new HashMap<>();
  private long columnsVersion;
  private final TemporaryTables temporary = new TemporaryTables(this);
  private boolean wrote;
  private final AtomicLong transaction = new AtomicLong();

  private record SavedPoint(Savepoint savepoint, int changes, int locks) {}

  DatabaseSession(Database database) throws SQLException {
    this.database = database;
    this.h2 = database.open();
    this.locks = database.locks().newOwner();
    this.buffer = database.cdc().newBuffer(locks);
    database.sessions().incrementAndGet();
    database.working().add(this);
  }

  Database database() {
    return database;
  }

  ChangeBuffer buffer() {
    return buffer;
  }

  TemporaryTables temporary() {
    return temporary;
  }

  LockOwner locks() {
    return locks;
  }

  Connection h2() {
    return h2;
  }

  /** Counts the transactions: while it stays, the same one goes on. */
  long transaction() {
    return transaction.get();
  }

  /** True if the open transaction changed rows. */
  boolean wrote() {
    return wrote;
  }

  void markWrote() {
    wrote = true;
  }

  /** A prepared statement, kept for the next time. */
  PreparedStatement prepare(String sql) throws SQLException {
    PreparedStatement known = statements.get(sql);
    if (known != null) {
      return known;
    }
    if (statements.size() >= CACHED_STATEMENTS) {
      String eldest = statements.keySet().iterator().next();
      statements.remove(eldest).close();
    }
    PreparedStatement statement = h2.prepareStatement(sql);
    if (database.catalog().hasColumn(SqlType::sortsByKey)) {
      NativeOrder.check(h2, sql, new ResultTypes(database.catalog(), temporary));
    }
    statements.put(sql, statement);
    return statement;
  }

  /** The columns of a query that has just run; found once per shape and state of the catalog. */
  List<Column> columns(String sql, ResultSetMetaData metadata) throws SQLException {
    long version = database.catalog().version();
    if (version != columnsVersion || columns.size() > 4 * CACHED_STATEMENTS) {
      columns.clear();
      columnsVersion = version;
    }
    ResultShape shape = ResultShape.of(sql, metadata);
    List<Column> known = columns.get(shape);
    if (known == null) {
      known =
          new ResultTypes(database.catalog(), temporary)
              .columns(h2, sql, metadata).stream()
                  .map(column -> column.within(database.collation()))
                  .toList();
      columns.put(shape, known);
    }
    return known;
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = h2.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Changes the session's own schema, of which no other session knows. */
  void changeTemporary(List<String> statements) throws SQLException {
    database
        .cdc()
        .alterations()
        .inTurn(
            () -> {
              try {
                for (String sql : statements) {
                  execute(sql);
                }
              } finally {
                H2Session.unlockCatalog(h2);
              }
              return null;
            });
  }

  void save(String name) throws SQLException {
    String key = name.toLowerCase(Locale.ROOT);
    savepoints.put(key, new SavedPoint(h2.setSavepoint(), buffer.size(), locks.mark()));
  }

  boolean rollbackTo(String name) throws SQLException {
    SavedPoint saved = savepoints.get(name.toLowerCase(Locale.ROOT));
    if (saved == null) {
      return false;
    }
    h2.rollback(saved.savepoint());
    H2Session.forgetRollback(h2);
    buffer.truncate(saved.changes());
    locks.releaseAfter(Math.min(saved.locks(), locks.mark()));
    return true;
  }

  void commit() throws SQLException {
    try {
      database.cdc().commit(h2, buffer);
    } finally {
      ended();
    }
  }

  void rollback() throws SQLException {
    try {
      h2.rollback();
    } finally {
      ended();
    }
  }

  private void ended() {
    buffer.clear();
    savepoints.clear();
    wrote = false;
    transaction.incrementAndGet();
    locks.transactionEnded();
  }

  @Override
  public void close() throws SQLException {
    try {
      rollback();
    } finally {
      database.working().remove(this);
      database.sessions().decrementAndGet();
      // H2 drops the temporary tables
      database
          .cdc()
          .alterations()
          .inTurn(
              () -> {
                h2.close();
                return null;
              });
    }
  }
}
