package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.Lexer;
import dev.mssqlcdc.standin.sql.Statement;
import dev.mssqlcdc.standin.sql.StatementParser;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A client's session. One thread runs it; {@link #cancel} may come from another. */
public final class Session implements AutoCloseable {
  private static final int CACHED_BATCHES = 128;

  private final Engine engine;
  private final int spid;
  private final Map<Database, DatabaseSession> opened = new LinkedHashMap<>();
  private final Map<String, Batch> batches = new LinkedHashMap<>(16, 0.75f, true);
  private final Procedures procedures;
  private final SessionOptions options = new SessionOptions();
  private Database current;
  private int transactionCount;
  private long transactionId;
  private boolean changedSchema;
  private volatile PreparedStatement running;

  Session(Engine engine, int spid, Database initial) {
    this.engine = engine;
    this.spid = spid;
    this.current = initial;
    this.procedures = new Procedures(this);
  }

  /**
   * Runs a batch.
   *
   * @param parameters values by lower-case name with the {@code @}
   * @throws SqlError what the client is told; the rest of the batch does not run
   */
  public void execute(String sql, Map<String, Object> parameters, Output out) {
    Batch batch = batch(sql);
    new Interpreter(this, batch, new Variables(this, parameters), out).run();
  }

  /** Runs a procedure that a remote procedure call names. */
  public void call(List<String> name, Arguments arguments, Output out) {
    procedures.call(name, arguments, out);
  }

  private Batch batch(String sql) {
    Batch known = batches.get(sql);
    if (known != null) {
      return known;
    }
    List<Statement> statements = StatementParser.parse(Lexer.tokens(sql));
    Batch batch = new Batch(sql, statements);
    if (batches.size() >= CACHED_BATCHES) {
      batches.remove(batches.keySet().iterator().next());
    }
    batches.put(sql, batch);
    return batch;
  }

  Engine engine() {
    return engine;
  }

  int spid() {
    return spid;
  }

  SessionOptions options() {
    return options;
  }

  Procedures procedures() {
    return procedures;
  }

  public Database database() {
    return current;
  }

  void current(Database database) {
    current = database;
  }

  int transactionCount() {
    return transactionCount;
  }

  /** The session's work in a database, the current one if none is named. */
  DatabaseSession in(Optional<String> name) throws SQLException {
    Database database =
        name.isEmpty() ? current : engine.database(name.get()).orElseThrow(() -> noDatabase(name));
    DatabaseSession known = opened.get(database);
    if (known != null) {
      return known;
    }
    DatabaseSession session = new DatabaseSession(database);
    session.execute(options.isolation().h2Statement());
    opened.put(database, session);
    return session;
  }

  private static SqlError noDatabase(Optional<String> name) {
    return SqlError.of(
        911,
        "Database '"
            + name.orElse("")
            + "' does not exist. Make sure that the name is entered correctly.");
  }

  /** The table of a name of one to three parts, if there is one. */
  Optional<TableDef> find(List<String> name) {
    Database database = current;
    if (name.size() > 2) {
      database = engine.database(name.get(name.size() - 3)).orElse(current);
    }
    String schema = name.size() > 1 ? name.get(name.size() - 2) : "dbo";
    return database.catalog().table(schema.isEmpty() ? "dbo" : schema, name.get(name.size() - 1));
  }

  void use(String name, Output out) {
    Database next = engine.database(name).orElseThrow(() -> noDatabase(Optional.of(name)));
    out.databaseChanged(current.name(), next.name());
    current = next;
  }

  void isolation(IsolationLevel level) throws SQLException {
    options.isolation(level);
    for (DatabaseSession session : opened.values()) {
      if (transactionCount == 0) {
        session.commit();
      }
      session.execute(level.h2Statement());
    }
  }

  /** {@code BEGIN TRANSACTION}. */
  public void begin(Output out) {
    if (transactionCount++ == 0) {
      transactionId = engine.newTransactionId();
      out.transactionBegan(transactionId);
    }
  }

  /** {@code COMMIT}. */
  public void commit(Output out) throws SQLException {
    if (transactionCount == 0) {
      throw SqlError.of(
          3902, "The COMMIT TRANSACTION request has no corresponding BEGIN TRANSACTION.");
    }
    if (--transactionCount == 0) {
      try {
        commitAll();
      } finally {
        ended(out, true);
      }
    }
  }

  /** {@code ROLLBACK}. */
  public void rollback(Output out) throws SQLException {
    if (transactionCount == 0) {
      throw SqlError.of(
          3903, "The ROLLBACK TRANSACTION request has no corresponding BEGIN TRANSACTION.");
    }
    boolean schemaStays = changedSchema;
    try {
      rollbackAll();
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

  void save(String savepoint) throws SQLException {
    if (transactionCount == 0) {
      throw SqlError.of(628, "Cannot issue SAVE TRANSACTION when there is no active transaction.");
    }
    in(Optional.empty());
    for (DatabaseSession session : opened.values()) {
      session.save(savepoint);
    }
  }

  /** The server has rolled the transaction back, as it does with a deadlock's victim. */
  void aborted(Output out) throws SQLException {
    rollbackAll();
    if (transactionCount > 0) {
      ended(out, false);
    }
  }

  private void ended(Output out, boolean committed) {
    out.transactionEnded(transactionId, committed);
    transactionCount = 0;
    changedSchema = false;
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
    if (options.implicitTransactions() && transactionCount == 0) {
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
    if (transactionCount == 0) {
      commitAll();
    }
  }

  /** H2 commits a schema change at once, so it must not take half a transaction with it. */
  void beforeSchemaChange(String statement) throws SQLException {
    for (DatabaseSession session : opened.values()) {
      if (session.wrote()) {
        throw SqlError.notSupported(
            "a schema change after data changes in the same transaction", statement);
      }
      session.commit();
    }
    changedSchema = transactionCount > 0;
  }

  void running(PreparedStatement statement) {
    running = statement;
  }

  /** Stops the statement that runs. */
  public void cancel() {
    PreparedStatement statement = running;
    if (statement != null) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        // it ended meanwhile
        running = null;
      }
    }
  }

  /** The session as new, for the next user of a pooled connection. */
  public void reset() throws SQLException {
    rollbackAll();
    transactionCount = 0;
    options.reset();
    isolation(IsolationLevel.READ_COMMITTED);
  }

  /** The value of an {@code @@} variable. */
  Object systemVariable(String name, long rowCount) {
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "@@TRANCOUNT" -> transactionCount;
      case "@@SPID" -> spid;
      case "@@ROWCOUNT" -> (int) rowCount;
      case "@@ERROR" -> 0;
      case "@@VERSION" ->
          "Microsoft SQL Server 2022 (RTM) - 16.0.4135.4 (X64) \n\tSQL Server stand-in";
      case "@@SERVERNAME" -> engine.serverName();
      case "@@LANGUAGE" -> "us_english";
      case "@@MAX_PRECISION" -> 38;
      case "@@LOCK_TIMEOUT" -> options.lockTimeout();
      case "@@MICROSOFTVERSION" -> 0x10001027;
      default -> throw new SqlError(137, 15, "Must declare the scalar variable \"" + name + "\".");
    };
  }

  @Override
  public void close() throws SQLException {
    for (DatabaseSession session : opened.values()) {
      session.close();
    }
    opened.clear();
  }
}
