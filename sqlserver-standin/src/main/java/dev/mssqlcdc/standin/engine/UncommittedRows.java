package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.lock.LockErrors;
import dev.mssqlcdc.standin.lock.Patience;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.RowIds;
import dev.mssqlcdc.standin.sql.Token;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * H2's readers never wait. A reader that locks waits here for the transactions that have changed
 * rows which it would read, as they were or as they now are. Of a query of one table the rows are
 * known; of any other, every changed row of its tables counts.
 */
final class UncommittedRows {
  private static final int MANY = 1000;

  private final DatabaseSession reader;
  private final List<Token> statement;
  private final Preparation preparation;
  private final List<Holder> holders = new ArrayList<>();
  private Optional<Patience> patience = Optional.empty();
  private boolean waited;

  /** Prepares a query of the statement's batch. */
  @FunctionalInterface
  interface Preparation {
    PreparedStatement prepare(Connection h2, List<Token> query) throws SQLException;
  }

  /** A transaction that has changed rows. */
  private record Changes(Holder holder, Set<Long> rows) {
    boolean haveAny(Set<Long> read) {
      return rows.stream().anyMatch(read::contains);
    }
  }

  UncommittedRows(DatabaseSession reader, List<Token> statement, Preparation preparation) {
    this.reader = reader;
    this.statement = statement;
    this.preparation = preparation;
  }

  /** Finds out who holds rows of a table that the statement would read now. */
  void look(TableDef table, Patience readersPatience) throws SQLException {
    if (waited) {
      return;
    }
    List<Changes> found = changes(table);
    if (found.isEmpty()) {
      return;
    }
    Set<Long> changed = new HashSet<>();
    found.forEach(changes -> changed.addAll(changes.rows()));
    Set<Long> read = read(changed);
    found.removeIf(changes -> !changes.haveAny(read));
    found.forEach(changes -> holders.add(changes.holder()));
    patience = Optional.of(readersPatience);
  }

  boolean areHeld() {
    return !holders.isEmpty();
  }

  /** Waits for those that were found, and for nobody who comes later. */
  void await() {
    waited = true;
    LockErrors.require(Holder.await(holders, reader, patience.orElseThrow()));
    holders.clear();
  }

  private List<Changes> changes(TableDef table) throws SQLException {
    List<Changes> found = new ArrayList<>();
    for (DatabaseSession other : reader.database().working()) {
      if (other != reader) {
        Holder holder = new Holder(other, other.transaction());
        Set<Long> rows = H2Changes.rows(other.h2(), table);
        if (!rows.isEmpty()) {
          found.add(new Changes(holder, rows));
        }
      }
    }
    return found;
  }

  /** Which of the changed rows the statement reads. */
  private Set<Long> read(Set<Long> changed) throws SQLException {
    Optional<RowIds> query = RowIds.of(statement);
    if (query.isEmpty() || changed.size() > MANY) {
      return changed;
    }
    List<Token> among = query.get().among(changed);
    Set<Long> read = new HashSet<>();
    try (Connection h2 = reader.database().open()) {
      read.addAll(rows(h2, IsolationLevel.READ_UNCOMMITTED, among));
      read.addAll(rows(h2, IsolationLevel.READ_COMMITTED, among));
      return read;
    } catch (SQLException | SqlError e) {
      // such as an order by a name that the query itself gives
      return changed;
    }
  }

  private Set<Long> rows(Connection h2, IsolationLevel level, List<Token> query)
      throws SQLException {
    try (Statement set = h2.createStatement()) {
      set.execute(level.h2Statement());
    }
    Set<Long> rows = new HashSet<>();
    try (PreparedStatement prepared = preparation.prepare(h2, query);
        ResultSet result = prepared.executeQuery()) {
      while (result.next()) {
        rows.add(result.getLong(1));
      }
    }
    h2.commit();
    return rows;
  }
}
