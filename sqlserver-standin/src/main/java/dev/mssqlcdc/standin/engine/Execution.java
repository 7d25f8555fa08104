package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.cdc.Alterations;
import dev.mssqlcdc.standin.cdc.TableBusy;
import dev.mssqlcdc.standin.engine.TableLocking.Obstacle;
import dev.mssqlcdc.standin.lock.LockErrors;
import dev.mssqlcdc.standin.lock.LockMode;
import dev.mssqlcdc.standin.lock.Resource;
import dev.mssqlcdc.standin.model.Column;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.RewriteContext;
import dev.mssqlcdc.standin.sql.Rewriter;
import dev.mssqlcdc.standin.sql.Rewritten;
import dev.mssqlcdc.standin.sql.Token;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Runs rewritten statements in H2: under the session's locks, in its transaction. */
final class Execution {
  /** A statement without any of these words reads and writes no table: it starts no transaction. */
  private static final List<String> TOUCHING_DATA =
      List.of("FROM", "INSERT", "UPDATE", "DELETE", "MERGE");

  private final Session session;
  private final Batch batch;
  private final Variables variables;
  private final RewriteContext context;
  private final Output out;

  Execution(Session session, Batch batch, Variables variables, RewriteContext context, Output out) {
    this.session = session;
    this.batch = batch;
    this.variables = variables;
    this.context = context;
    this.out = out;
  }

  /** The values of a query's last row; null if it has none. */
  Object[] lastRow(Rewritten query, List<Token> tokens) throws SQLException {
    return within(
        query,
        tokens,
        (database, statement) -> {
          try (ResultSet rows = statement.executeQuery()) {
            List<Column> columns = database.columns(query.sql(), rows.getMetaData());
            ResultSetCursor cursor =
                new ResultSetCursor(
                    rows, columns, e -> SqlErrors.of(e, database.database(), query.sql()));
            Object[] last = null;
            while (cursor.next()) {
              last = new Object[columns.size()];
              for (int i = 0; i < last.length; i++) {
                last[i] = cursor.value(i);
              }
            }
            return last;
          }
        });
  }

  /** Work with a prepared statement whose parameters are set. */
  interface Work<T> {
    T run(DatabaseSession database, PreparedStatement statement) throws SQLException;
  }

  /** Runs a statement with its parameters set, once nobody is in its way. */
  <T> T within(Rewritten rewritten, List<Token> tokens, Work<T> work) throws SQLException {
    for (Rewritten precondition : rewritten.preconditions()) {
      lastRow(precondition, tokens);
    }
    DatabaseSession database = session.in(rewritten.database());
    if (tokens.stream().anyMatch(token -> token.isName("sys") || token.is("INFORMATION_SCHEMA"))) {
      database.database().refreshCatalogRows();
    }
    if (tokens.stream().anyMatch(token -> token.isAny(TOUCHING_DATA))) {
      session.transactions().beforeData(database, out);
    }
    Mark mark = Mark.of(database);
    RunningStatement before = new RunningStatement(session, database.database()).enter();
    database.buffer().enter();
    T result;
    try {
      result = run(rewritten, tokens, database, mark, work);
    } catch (SQLException e) {
      throw failed(database, mark, SqlErrors.of(e, database.database(), batch.text(tokens)));
    } catch (SqlError e) {
      throw failed(database, mark, e);
    } finally {
      database.buffer().exit();
      database.locks().statementEnded();
      RunningStatement.exit(before);
    }
    session.transactions().afterData();
    return result;
  }

  private <T> T run(
      Rewritten rewritten, List<Token> tokens, DatabaseSession database, Mark start, Work<T> work)
      throws SQLException {
    TableLocking locking =
        new TableLocking(session, database, tokens, uncommitted(database, tokens));
    RowConflict conflict = new RowConflict(database, locking.written());
    while (true) {
      Obstacle obstacle;
      Alterations alterations = database.database().cdc().alterations();
      alterations.enter();
      try {
        PreparedStatement statement = database.prepare(rewritten.sql());
        session.access().check(database, rewritten.sql());
        Optional<Obstacle> found = locking.lock();
        if (found.isEmpty()) {
          return attempt(rewritten, database, statement, work);
        }
        obstacle = found.get();
      } catch (SQLException e) {
        obstacle = obstacle(e, database, conflict);
        start.goBack();
      } finally {
        session.running().end();
        alterations.exit();
      }
      // whoever is waited for may have to wait for a schema change
      obstacle.await();
    }
  }

  private <T> T attempt(
      Rewritten rewritten, DatabaseSession database, PreparedStatement statement, Work<T> work)
      throws SQLException {
    statement.setMaxRows(session.options().rowLimit());
    bind(statement, rewritten.variables());
    session.running().begin(statement);
    return H2Session.waiting(
        database.h2(), RowConflict.H2_MILLIS, () -> work.run(database, statement));
  }

  /** What a statement has met that it waits for; any other failure is thrown on. */
  private Obstacle obstacle(SQLException failure, DatabaseSession database, RowConflict conflict)
      throws SQLException {
    if (H2Session.isVictim(database.h2())) {
      throw LockErrors.deadlock();
    }
    Optional<TableBusy> busy = TableBusy.in(failure);
    if (busy.isPresent()) {
      Resource shape = busy.get().shape();
      return () ->
          LockErrors.require(
              database.locks().acquire(shape, LockMode.SHARED, true, session.patience()));
    }
    if (RowConflict.isIn(failure)) {
      return () -> conflict.await(failure, session.patience());
    }
    throw failure;
  }

  private UncommittedRows uncommitted(DatabaseSession database, List<Token> tokens) {
    return new UncommittedRows(
        database,
        tokens,
        (h2, query) -> {
          Rewritten rewritten = Rewriter.rewrite(query, context);
          PreparedStatement statement = h2.prepareStatement(rewritten.sql());
          bind(statement, rewritten.variables());
          return statement;
        });
  }

  private SqlError failed(DatabaseSession database, Mark mark, SqlError error) throws SQLException {
    if (error.number() == SqlErrors.DEADLOCK) {
      session.transactions().aborted(out, session.errors().inTry());
    } else if (session.transactions().count() == 0) {
      database.rollback();
    } else {
      mark.goBack();
    }
    return error;
  }

  /** Where a transaction stood: H2 takes back a failed statement, unless it returns rows. */
  private record Mark(DatabaseSession database, long position, int changes) {
    static Mark of(DatabaseSession database) throws SQLException {
      return new Mark(database, H2Session.position(database.h2()), database.buffer().size());
    }

    void goBack() throws SQLException {
      H2Session.rollbackTo(database.h2(), position);
      database.buffer().truncate(Math.min(changes, database.buffer().size()));
    }
  }

  private void bind(PreparedStatement statement, List<String> names) throws SQLException {
    for (int i = 0; i < names.size(); i++) {
      statement.setObject(i + 1, variables.get(names.get(i)));
    }
  }
}
