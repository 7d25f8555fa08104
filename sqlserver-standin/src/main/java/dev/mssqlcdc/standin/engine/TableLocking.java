package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.lock.LockManager.Outcome;
import dev.mssqlcdc.standin.lock.LockMode;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.TableReference;
import dev.mssqlcdc.standin.sql.Token;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Locks the tables of a statement before it runs. A reader locks them for the statement, a writer
 * until its transaction ends; both wait for a table that another has locked as a whole, a reader
 * also for rows that another has changed. Rows that writers wait for are H2's.
 */
final class TableLocking {
  private static final Duration AT_ONCE = Duration.ZERO;

  private final SessionOptions options;
  private final DatabaseSession database;
  private final UncommittedRows rows;

  private record Wanted(LockMode mode, boolean untilEnd) {}

  private TableLocking(Session session, DatabaseSession database, UncommittedRows rows) {
    this.options = session.options();
    this.database = database;
    this.rows = rows;
  }

  /**
   * Waits for the locks.
   *
   * @throws SqlError 1222 after LOCK_TIMEOUT, 1205 if the wait would never end
   */
  static void acquire(
      Session session,
      DatabaseSession database,
      List<Token> statement,
      UncommittedRows rows,
      Output out)
      throws SQLException {
    TableLocking locking = new TableLocking(session, database, rows);
    for (TableReference reference : TableReference.of(statement)) {
      Optional<TableDef> table = locking.table(reference.name());
      Optional<Wanted> wanted = locking.wanted(reference);
      if (table.isPresent() && wanted.isPresent()) {
        locking.acquire(table.get(), wanted.get(), reference, out);
      }
    }
  }

  private Optional<TableDef> table(List<String> name) {
    String schema = name.size() > 1 ? name.get(name.size() - 2) : "dbo";
    return database
        .database()
        .catalog()
        .table(schema.isEmpty() ? "dbo" : schema, name.get(name.size() - 1))
        .filter(table -> !table.schema().equalsIgnoreCase("sys"));
  }

  private Optional<Wanted> wanted(TableReference reference) {
    Set<String> hints = reference.hints();
    boolean whole = hints.contains("TABLOCK");
    boolean forChange = reference.written() || hints.contains("XLOCK") || hints.contains("UPDLOCK");
    if (hints.contains("TABLOCKX") || (whole && forChange)) {
      return Optional.of(new Wanted(LockMode.EXCLUSIVE, true));
    }
    if (forChange) {
      return Optional.of(new Wanted(LockMode.INTENT_EXCLUSIVE, true));
    }
    if (!locksReading(hints)) {
      return Optional.empty();
    }
    LockMode mode = whole ? LockMode.SHARED : LockMode.INTENT_SHARED;
    return Optional.of(new Wanted(mode, keepsReading(hints)));
  }

  private boolean locksReading(Set<String> hints) {
    if (hints.contains("NOLOCK") || hints.contains("READUNCOMMITTED")) {
      return false;
    }
    if (!hints.isEmpty()) {
      return true;
    }
    return switch (options.isolation()) {
      case READ_UNCOMMITTED, SNAPSHOT -> false;
      case READ_COMMITTED -> !database.database().readsCommittedVersions();
      case REPEATABLE_READ, SERIALIZABLE -> true;
    };
  }

  private boolean keepsReading(Set<String> hints) {
    boolean hinted =
        hints.contains("HOLDLOCK")
            || hints.contains("SERIALIZABLE")
            || hints.contains("REPEATABLEREAD");
    return hinted
        || options.isolation() == IsolationLevel.REPEATABLE_READ
        || options.isolation() == IsolationLevel.SERIALIZABLE;
  }

  private void acquire(TableDef table, Wanted wanted, TableReference reference, Output out)
      throws SQLException {
    Optional<Duration> timeout = timeout(reference);
    require(
        database
            .locks()
            .acquire(table.objectId(), wanted.mode(), wanted.untilEnd(), timeout, out::cancelled));
    if (wanted.mode() == LockMode.INTENT_SHARED
        && database.locks().othersChange(table.objectId())) {
      rows.look(table, timeout);
    }
  }

  /** Throws the error of what is not granted. */
  static void require(Outcome outcome) {
    switch (outcome) {
      case TIMED_OUT -> throw SqlError.of(1222, "Lock request time out period exceeded.");
      case CANCELLED -> throw SqlError.of(SqlErrors.CANCELLED, "The query has been canceled.");
      case DEADLOCK -> throw SqlErrors.deadlock();
      case GRANTED -> {
        // goes on
      }
    }
  }

  private Optional<Duration> timeout(TableReference reference) {
    if (reference.hints().contains("NOWAIT")) {
      return Optional.of(AT_ONCE);
    }
    return options.lockTimeout() < 0
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(options.lockTimeout()));
  }
}
