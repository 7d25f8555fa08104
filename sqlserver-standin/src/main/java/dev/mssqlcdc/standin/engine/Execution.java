package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.cdc.Alterations;
import dev.mssqlcdc.standin.cdc.TableBusy;
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
    int mark = database.buffer().size();
    RunningStatement before = new RunningStatement(session, database.database()).enter();
    database.buffer().enter();
    T result;
    try {
      result = run(rewritten, tokens, database, work);
    } catch (SQLException e) {
      throw failed(database, mark, SqlErrors.of(e, database.database(), batch.text(tokens)));
    } catch (SqlError e) {
      throw failed(database, mark, e);
    } finally {
      session.running().end();
      database.buffer().exit();
      database.locks().statementEnded();
      RunningStatement.exit(before);
    }
    session.transactions().afterData();
    return result;
  }

  private <T> T run(Rewritten rewritten, List<Token> tokens, DatabaseSession database, Work<T> work)
      throws SQLException {
    Alterations alterations = database.database().cdc().alterations();
    UncommittedRows uncommitted = uncommitted(database, tokens);
    while (true) {
      Optional<TableBusy> busy = Optional.empty();
      alterations.enter();
      try {
        PreparedStatement statement = database.prepare(rewritten.sql());
        session.access().check(database, rewritten.sql());
        TableLocking.acquire(session, database, tokens, uncommitted, out);
        if (!uncommitted.areHeld()) {
          statement.setMaxRows(session.options().rowLimit());
          bind(statement, rewritten.variables());
          session.running().begin(statement);
          return work.run(database, statement);
        }
      } catch (SQLException e) {
        busy = Optional.of(TableBusy.in(e).orElseThrow(() -> e));
      } finally {
        alterations.exit();
      }
      // whoever is waited for may have to wait for a schema change
      if (busy.isPresent()) {
        database.buffer().await(busy.get());
      } else {
        TableLocking.require(uncommitted.await(out::cancelled));
      }
    }
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

  private SqlError failed(DatabaseSession database, int mark, SqlError error) throws SQLException {
    if (error.number() == SqlErrors.DEADLOCK) {
      session.transactions().aborted(out, session.errors().inTry());
    } else if (session.transactions().count() == 0) {
      database.rollback();
    } else {
      database.buffer().truncate(Math.min(mark, database.buffer().size()));
    }
    return error;
  }

  private void bind(PreparedStatement statement, List<String> names) throws SQLException {
    for (int i = 0; i < names.size(); i++) {
      statement.setObject(i + 1, variables.get(names.get(i)));
    }
  }
}
