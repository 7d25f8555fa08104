package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.lock.Resource;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A session's transaction over the databases it works in. */
final class Transactions implements AutoCloseable {
  private final Engine engine;
  private final SessionOptions options;
  // another thread may ask where the session works
  private final Map<Database, DatabaseSession> opened = new ConcurrentHashMap<>();
  private int count;
  private long transactionId;
  private final Deque<SchemaUndo> undos = new ArrayDeque<>();
  private int schemaChanges;
  private boolean doomed;

  Transactions(Engine engine, SessionOptions options) {
    this.engine = engine;
    this.options = options;
  }

  /** How many BEGINs are open. */
  int count() {
    return count;
  }

  /** The session's work in a database. */
  DatabaseSession in(Database database) throws SQLException {
    DatabaseSession known = opened.get(database);
    if (known != null) {
      return known;
    }
    DatabaseSession session = new DatabaseSession(database);
    session.execute(options.isolation().h2Statement());
    opened.put(database, session);
    return session;
  }

  /** How many connections the session holds to a database: 0 or 1. */
  int worksIn(Database database) {
    return opened.containsKey(database) ? 1 : 0;
  }

  /** A temporary table or a table variable of a database. */
  Optional<TableDef> temporary(Database database, String name) {
    return Optional.ofNullable(opened.get(database)).flatMap(s -> s.temporary().find(name));
  }

  Set<String> temporaryNames(Database database) {
    return Optional.ofNullable(opened.get(database))
        .map(session -> session.temporary().names())
        .orElse(Set.of());
  }

  /** Drops the temporary tables that are not among the names. */
  void keepTemporary(Database database, Set<String> names) {
    DatabaseSession session = opened.get(database);
    if (session != null && !names.containsAll(session.temporary().names())) {
      try {
        session.temporary().keep(names);
        afterData();
      } catch (SQLException e) {
        throw SqlErrors.of(e, database, "DROP TABLE");
      }
    }
  }

  /** The databases that the session has touched. */
  Set<Database> databases() {
    return opened.keySet();
  }

  /** Lets go of a database that is about to be dropped. */
  void leave(Database database) throws SQLException {
    DatabaseSession session = opened.remove(database);
    if (session != null) {
      session.close();
    }
  }

  void isolation(IsolationLevel level) throws SQLException {
    if (count > 0 && opened.values().stream().anyMatch(DatabaseSession::wrote)) {
      // H2 would commit the changes
      throw SqlError.notSupported(
          "another isolation level after data changes in the same transaction",
          "SET TRANSACTION ISOLATION LEVEL " + level);
    }
    options.isolation(level);
    for (DatabaseSession session : opened.values()) {
      if (count == 0) {
        session.commit();
      }
      session.execute(level.h2Statement());
    }
  }

  /** {@code BEGIN TRANSACTION}. */
  void begin(Output out) {
    if (count++ == 0) {
      transactionId = engine.newTransactionId();
      out.transactionBegan(transactionId);
    }
  }

  /** {@code XACT_STATE()}: 0 without a transaction, -1 if it can only be rolled back. */
  int state() {
    if (count == 0) {
      return 0;
    }
    return doomed ? -1 : 1;
  }

  /** After an error in a TRY block: the transaction can only be rolled back. */
  void doom() {
    doomed = count > 0;
  }

  /** Refuses what a doomed transaction cannot do. */
  void requireCommittable() {
    if (doomed) {
      throw SqlError.of(
          3930,
          "The current transaction cannot be committed and cannot support operations that write to"
              + " the log file. Roll back the transaction.");
    }
  }

  /** {@code COMMIT}. */
  void commit(Output out) throws SQLException {
    requireCommittable();
    if (count == 0) {
      throw SqlError.of(
          3902, "The COMMIT TRANSACTION request has no corresponding BEGIN TRANSACTION.");
    }
    if (--count == 0) {
      try {
        commitAll();
      } finally {
        ended(out, true);
      }
    }
  }

  /** {@code ROLLBACK}. */
  void rollback(Output out) throws SQLException {
    if (count == 0) {
      throw SqlError.of(
          3903, "The ROLLBACK TRANSACTION request has no corresponding BEGIN TRANSACTION.");
    }
    boolean schemaStays = undos.size() < schemaChanges;
    try {
      rollbackAll();
      while (!undos.isEmpty()) {
        undos.pop().run();
      }
    } finally {
      ended(out, false);
    }
    if (schemaStays) {
      throw SqlError.notSupported("the rollback of a schema change", "ROLLBACK");
    }
  }

  void rollbackTo(String savepoint, Output out) throws SQLException {
    boolean found = false;
    for (DatabaseSession session : opened.values()) {
      found |= session.rollbackTo(savepoint);
    }
    if (!found) {
      rollback(out);
    }
  }

  void save(String savepoint, Database current) throws SQLException {
    if (count == 0) {
      throw SqlError.of(628, "Cannot issue SAVE TRANSACTION when there is no active transaction.");
    }
    in(current);
    for (DatabaseSession session : opened.values()) {
      session.save(savepoint);
    }
  }

  /**
   * The server has rolled the transaction back, as it does with a deadlock's victim.
   *
   * @param caught true in a TRY block: what is left can only be rolled back
   */
  void aborted(Output out, boolean caught) throws SQLException {
    rollbackAll();
    if (count > 0 && !caught) {
      ended(out, false);
    }
  }

  private void ended(Output out, boolean committed) {
    out.transactionEnded(transactionId, committed);
    count = 0;
    schemaChanges = 0;
    undos.clear();
    doomed = false;
  }

  private void commitAll() throws SQLException {
    for (DatabaseSession session : opened.values()) {
      session.commit();
    }
  }

  private void rollbackAll() throws SQLException {
    for (DatabaseSession session : opened.values()) {
      session.rollback();
    }
  }

  /** Before a statement that touches data. */
  void beforeData(DatabaseSession session, Output out) {
    if (options.implicitTransactions() && count == 0) {
      begin(out);
    }
    if (options.isolation() == IsolationLevel.SNAPSHOT
        && !session.database().allowsSnapshotIsolation()) {
      throw SqlError.of(
          3952,
          "Snapshot isolation transaction failed accessing database '"
              + session.database().name()
              + "' because snapshot isolation is not allowed in this database. Use ALTER DATABASE"
              + " to allow snapshot isolation.");
    }
  }

  /** After a statement: without a transaction it is its own. */
  void afterData() throws SQLException {
    if (count == 0) {
      commitAll();
    }
  }

  /** Before a schema change that must not meet data changes of the same transaction. */
  void beforeSchemaChange(String statement) throws SQLException {
    if (opened.values().stream().anyMatch(DatabaseSession::wrote)) {
      throw SqlError.notSupported(
          "this schema change after data changes in the same transaction", statement);
    }
    beforeSchemaChange(statement, List.of());
  }

  /**
   * Before a schema change, which another connection makes and commits.
   *
   * @param tables those it is about: it would wait for their writers, so this transaction may not
   *     have written them
   */
  void beforeSchemaChange(String statement, List<TableDef> tables) throws SQLException {
    requireCommittable();
    for (DatabaseSession session : opened.values()) {
      if (tables.stream().anyMatch(t -> session.locks().holds(Resource.shape(t.objectId())))) {
        throw SqlError.notSupported(
            "a schema change of a table after changes of its rows in the same transaction",
            statement);
      }
      if (!session.wrote()) {
        session.commit();
      }
    }
    schemaChanges += count > 0 ? 1 : 0;
  }

  /** How a schema change is undone if its transaction is rolled back. */
  void undoSchemaChange(SchemaUndo undo) {
    if (count > 0) {
      undos.push(undo);
    }
  }

  /** Takes a schema change back. */
  @FunctionalInterface
  interface SchemaUndo {
    void run() throws SQLException;
  }

  /** Rolls back whatever is open, without a word to the client. */
  void reset() throws SQLException {
    rollbackAll();
    count = 0;
    schemaChanges = 0;
    undos.clear();
    doomed = false;
  }

  @Override
  public void close() throws SQLException {
    for (DatabaseSession session : opened.values()) {
      session.close();
    }
    opened.clear();
  }
}
