package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.cdc.ChangeDataCapture.SchemaChange;
import dev.mssqlcdc.standin.fault.DatabaseFaults;
import dev.mssqlcdc.standin.fault.StatementFault;
import dev.mssqlcdc.standin.lock.Patience;
import dev.mssqlcdc.standin.lock.Waiter;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.Lexer;
import dev.mssqlcdc.standin.sql.Statement;
import dev.mssqlcdc.standin.sql.StatementParser;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** A client's session. One thread runs it; {@link #cancel} may come from another. */
public final class Session implements AutoCloseable {
  private static final int CACHED_BATCHES = 128;

  private final Engine engine;
  private final int spid;
  private final Map<String, Batch> batches = new LinkedHashMap<>(16, 0.75f, true);
  private final Procedures procedures;
  private final SessionOptions options = new SessionOptions();
  private final Transactions transactions;
  private final SessionSecurity security;
  private final AccessChecks access;
  private final BatchErrors errors = new BatchErrors(this);
  private volatile Database current;
  private long rowCount;
  private final Running running = new Running();
  private Output output;

  Session(Engine engine, int spid, Database initial, SessionSecurity security) {
    this.engine = engine;
    this.security = security;
    this.access = new AccessChecks(security);
    this.spid = spid;
    this.current = initial;
    this.procedures = new Procedures(this);
    this.transactions = new Transactions(engine, options);
    initial.sessions().incrementAndGet();
  }

  /**
   * Runs a batch.
   *
   * @param parameters values by lower-case name with the {@code @}
   * @throws SqlError what the client is told; the rest of the batch does not run
   */
  public void execute(String sql, Map<String, Object> parameters, Output out) {
    output = out;
    Batch batch = batch(sql);
    Interpreter interpreter = new Interpreter(this, batch, new Variables(this, parameters), out);
    errors.runBatch(interpreter::run, out);
  }

  /** Runs a batch within the session: what it sets and its temporary tables end with it. */
  public void executeWithin(String sql, Map<String, Object> parameters, Output out) {
    Set<String> before = transactions.temporaryNames(current);
    OptionScope scope = new OptionScope(this);
    try {
      execute(sql, parameters, out);
    } finally {
      scope.end();
      transactions.keepTemporary(current, before);
    }
  }

  /** How long a statement waits for each lock. */
  Patience patience() {
    int millis = options.lockTimeout();
    return new Patience(
        millis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis)), output::cancelled);
  }

  /**
   * Runs a schema change of a table alone, after all who write it.
   *
   * @throws SqlError 1222 after LOCK_TIMEOUT, 1205 if the wait would never end
   */
  <T> T alone(TableDef table, SchemaChange<T> change) throws SQLException {
    return waiting(waiter -> current.cdc().alone(table, waiter, change));
  }

  /** Work that waits for locks between statements. */
  @FunctionalInterface
  interface Waiting<T> {
    T run(Waiter waiter) throws SQLException;
  }

  <T> T waiting(Waiting<T> work) throws SQLException {
    try {
      return work.run(new Waiter(in(Optional.empty()).locks(), patience()));
    } catch (SqlError e) {
      if (e.number() == SqlErrors.DEADLOCK) {
        transactions.aborted(output, errors.inTry());
      }
      throw e;
    }
  }

  BatchErrors errors() {
    return errors;
  }

  /** Runs a procedure that a remote procedure call names. */
  public void call(List<String> name, Arguments arguments, Output out) {
    output = out;
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

  /**
   * Counts a request of the client's and fails in its place if a fault is due.
   *
   * @param text the batch, the prepared statement or the procedure's name
   * @throws SqlError the fault
   */
  public void beforeRequest(String text, Output out) throws SQLException {
    engine.requests().incrementAndGet();
    Optional<StatementFault> due = faults().beforeStatement(text);
    if (due.isPresent()) {
      StatementFault fault = due.get();
      if (fault.error() == SqlErrors.DEADLOCK) {
        transactions.aborted(out, false);
      }
      throw new SqlError(fault.error(), fault.severity(), fault.message());
    }
  }

  /** The faults of the database that the session works in. */
  public DatabaseFaults faults() {
    return engine.faults().in(current.name());
  }

  /** How often a database counts this session among those that use it. */
  int uses(Database database) {
    return (database == current ? 1 : 0) + transactions.worksIn(database);
  }

  /** True if the session's database, or one that it has touched, meets a condition. */
  boolean worksIn(Predicate<Database> condition) {
    return condition.test(current) || transactions.databases().stream().anyMatch(condition);
  }

  Database required(String name) {
    return engine.database(name).orElseThrow(() -> noDatabase(Optional.of(name)));
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

  /** Who the session is. */
  SessionSecurity security() {
    return security;
  }

  /** What its statements are checked by. */
  AccessChecks access() {
    return access;
  }

  public Database database() {
    return current;
  }

  void current(Database database) {
    current = database;
  }

  Transactions transactions() {
    return transactions;
  }

  /** The rows of the last statement, as {@code @@ROWCOUNT} tells. */
  void rowCount(long rows) {
    rowCount = rows;
  }

  /** The session's work in a database, the current one if none is named. */
  DatabaseSession in(Optional<String> name) throws SQLException {
    Database database =
        name.isEmpty() ? current : engine.database(name.get()).orElseThrow(() -> noDatabase(name));
    security.requireUser(database);
    return transactions.in(database);
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
    Optional<TableDef> temporary = transactions.temporary(current, name.get(name.size() - 1));
    if (temporary.isPresent()) {
      return temporary;
    }
    Database database = current;
    if (name.size() > 2) {
      database = engine.database(name.get(name.size() - 3)).orElse(current);
    }
    String schema = name.size() > 1 ? name.get(name.size() - 2) : "dbo";
    return database.catalog().table(schema.isEmpty() ? "dbo" : schema, name.get(name.size() - 1));
  }

  void use(String name, Output out) {
    Database next = engine.database(name).orElseThrow(() -> noDatabase(Optional.of(name)));
    security.requireUser(next);
    out.databaseChanged(current.name(), next.name());
    next.sessions().incrementAndGet();
    current.sessions().decrementAndGet();
    current = next;
  }

  /** {@code BEGIN TRANSACTION}. */
  public void begin(Output out) {
    transactions.begin(out);
  }

  /** {@code COMMIT}. */
  public void commit(Output out) throws SQLException {
    transactions.commit(out);
  }

  /** {@code ROLLBACK}. */
  public void rollback(Output out) throws SQLException {
    output = out;
    transactions.rollback(out);
  }

  Running running() {
    return running;
  }

  /** Stops the statement that runs. */
  public void cancel() {
    running.cancel();
  }

  /** The session as new, for the next user of a pooled connection. */
  public void reset() throws SQLException {
    transactions.reset();
    transactions.keepTemporary(current, Set.of());
    security.reset();
    options.set(new SessionOptions());
    errors.reset();
    transactions.isolation(IsolationLevel.READ_COMMITTED);
  }

  /** The value of an {@code @@} variable. */
  Object systemVariable(String name) {
    if (name.startsWith(SessionContext.TEMPORARY_ID)) {
      String table = name.substring(SessionContext.TEMPORARY_ID.length());
      return transactions.temporary(current, table).map(TableDef::objectId).orElse(null);
    }
    if (name.startsWith(BatchErrors.FUNCTION)) {
      return errors.function(name);
    }
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "@@TRANCOUNT" -> transactions.count();
      case "@@SPID" -> spid;
      case "@@ROWCOUNT" -> (int) rowCount;
      case "@@ERROR" -> errors.last();
      case "@@XACT_STATE()" -> transactions.state();
      case "@@VERSION" ->
          "Microsoft SQL Server 2022 (RTM) - 16.0.4135.4 (X64) \n\tSQL Server stand-in";
      case "@@SERVERNAME" -> current.serverName();
      case "@@LANGUAGE" -> "us_english";
      case "@@MAX_PRECISION" -> 38;
      case "@@LOCK_TIMEOUT" -> options.lockTimeout();
      case "@@MICROSOFTVERSION" -> 0x10001027;
      default -> throw new SqlError(137, 15, "Must declare the scalar variable \"" + name + "\".");
    };
  }

  @Override
  public void close() throws SQLException {
    engine.loggedOut(security.loginId());
    current.sessions().decrementAndGet();
    transactions.close();
  }
}
