package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.lock.LockErrors;
import dev.mssqlcdc.standin.lock.LockMode;
import dev.mssqlcdc.standin.lock.Patience;
import dev.mssqlcdc.standin.lock.Resource;
import dev.mssqlcdc.standin.sql.TableReference;
import dev.mssqlcdc.standin.sql.Token;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Locks the tables of a statement before it runs. A reader locks them for the statement, a writer
 * until its transaction ends; both wait for a table that another has locked as a whole, a reader
 * also for rows that another has changed.
 */
final class TableLocking {
  private final Session session;
  private final DatabaseSession database;
  private final List<TableReference> references;
  private final UncommittedRows rows;

  private record Wanted(LockMode mode, boolean untilEnd) {}

  /** A wait for what is not free, to be done while nothing else is held up by it. */
  @FunctionalInterface
  interface Obstacle {
    /**
     * Waits.
     *
     * @throws dev.mssqlcdc.standin.model.SqlError 1222 after LOCK_TIMEOUT, 1205 if the wait would
     *     never end
     */
    void await() throws SQLException;
  }

  TableLocking(
      Session session, DatabaseSession database, List<Token> statement, UncommittedRows rows) {
    this.session = session;
    this.database = database;
    this.references = TableReference.of(statement);
    this.rows = rows;
  }

  /** Locks what is free; returns what is not, after which this is to be asked again. */
  Optional<Obstacle> lock() throws SQLException {
    for (TableReference reference : references) {
      Optional<TableDef> table = table(reference.name());
      Optional<Wanted> wanted = wanted(reference);
      if (table.isPresent() && wanted.isPresent()) {
        Optional<Obstacle> obstacle = lock(table.get(), wanted.get(), reference);
        if (obstacle.isPresent()) {
          return obstacle;
        }
      }
    }
    return rows.areHeld() ? Optional.of(rows::await) : Optional.empty();
  }

  /** The tables whose rows the statement changes. */
  List<TableDef> written() {
    return references.stream()
        .filter(TableReference::written)
        .flatMap(reference -> table(reference.name()).stream())
        .toList();
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
    return switch (session.options().isolation()) {
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
        || session.options().isolation() == IsolationLevel.REPEATABLE_READ
        || session.options().isolation() == IsolationLevel.SERIALIZABLE;
  }

  private Optional<Obstacle> lock(TableDef table, Wanted wanted, TableReference reference)
      throws SQLException {
    Patience patience = patience(reference);
    Resource rowsOfTable = Resource.rows(table.objectId());
    if (!database.locks().tryAcquire(rowsOfTable, wanted.mode(), wanted.untilEnd())) {
      return Optional.of(() -> acquire(rowsOfTable, wanted.mode(), wanted.untilEnd(), patience));
    }
    Resource shape = Resource.shape(table.objectId());
    if (reference.written() && !database.locks().tryAcquire(shape, LockMode.SHARED, true)) {
      return Optional.of(() -> acquire(shape, LockMode.SHARED, true, patience));
    }
    if (wanted.mode() == LockMode.INTENT_SHARED
        && database.locks().othersChange(table.objectId())) {
      rows.look(table, patience);
    }
    return Optional.empty();
  }

  private void acquire(Resource resource, LockMode mode, boolean untilEnd, Patience patience) {
    LockErrors.require(database.locks().acquire(resource, mode, untilEnd, patience));
  }

  private Patience patience(TableReference reference) {
    Patience patience = session.patience();
    return reference.hints().contains("NOWAIT") ? patience.atOnce() : patience;
  }
}
