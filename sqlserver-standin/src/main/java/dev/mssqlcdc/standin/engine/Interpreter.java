package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.Column;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.StatementKind;
import dev.mssqlcdc.standin.sql.H2Types;
import dev.mssqlcdc.standin.sql.Statement;
import dev.mssqlcdc.standin.sql.TableParser;
import dev.mssqlcdc.standin.sql.TableSpec;
import dev.mssqlcdc.standin.sql.Token;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.Optional;

/** Runs the statements of a batch, one after the other. */
final class Interpreter {
  private final Session session;
  private final Batch batch;
  private final Variables variables;
  private final Output out;
  private final DataStatements data;

  private enum Flow {
    NEXT,
    BREAK,
    CONTINUE,
    RETURN
  }

  Interpreter(Session session, Batch batch, Variables variables, Output out) {
    this.session = session;
    this.batch = batch;
    this.variables = variables;
    this.out = out;
    this.data = new DataStatements(session, batch, variables, out);
  }

  void run() {
    runAll(batch.statements());
  }

  private Flow runAll(List<Statement> statements) {
    for (Statement statement : statements) {
      Flow flow = run(statement);
      if (flow != Flow.NEXT) {
        return flow;
      }
    }
    return Flow.NEXT;
  }

  private Flow run(Statement statement) {
    try {
      Flow flow = runChecked(statement);
      if (!(statement instanceof Statement.Block)) {
        session.errors().succeeded();
      }
      return flow;
    } catch (SQLException e) {
      return failed(SqlErrors.of(e, session.database(), batch.text(List.of())), statement);
    } catch (SqlError e) {
      return failed(e, statement);
    }
  }

  /** After an error that ends a statement only, the next one runs. */
  private Flow failed(SqlError error, Statement statement) {
    session.errors().failed(error, batch.line(statement));
    if (session.errors().endsBatch(error)) {
      throw error;
    }
    out.failed(error);
    return Flow.NEXT;
  }

  private Flow tryCatch(Statement.TryCatch block) {
    SqlError caught;
    try {
      session.errors().enterTry();
      return runAll(block.attempt());
    } catch (SqlError e) {
      if (session.errors().escapesCatch(e)) {
        throw e;
      }
      caught = e;
    } finally {
      session.errors().leaveTry();
    }
    session.errors().enterCatch(caught);
    try {
      return runAll(block.handler());
    } finally {
      session.errors().leaveCatch();
    }
  }

  private Flow runChecked(Statement statement) throws SQLException {
    if (statement instanceof Statement.If branch) {
      if (data.test(branch.condition())) {
        return run(branch.then());
      }
      return branch.otherwise().map(this::run).orElse(Flow.NEXT);
    }
    if (statement instanceof Statement.While loop) {
      return loop(loop);
    }
    if (statement instanceof Statement.TryCatch block) {
      return tryCatch(block);
    }
    if (statement instanceof Statement.Block block) {
      return runAll(block.statements());
    }
    if (statement instanceof Statement.Loop jump) {
      return jump.leaves() ? Flow.BREAK : Flow.CONTINUE;
    }
    if (statement instanceof Statement.Return) {
      return Flow.RETURN;
    }
    simple(statement);
    return Flow.NEXT;
  }

  private Flow loop(Statement.While loop) throws SQLException {
    while (data.test(loop.condition())) {
      if (out.cancelled()) {
        throw SqlError.of(SqlErrors.CANCELLED, "The query has been canceled.");
      }
      Flow flow = run(loop.body());
      if (flow == Flow.RETURN) {
        return flow;
      }
      if (flow == Flow.BREAK) {
        break;
      }
    }
    return Flow.NEXT;
  }

  private void simple(Statement statement) throws SQLException {
    if (statement instanceof Statement.Data query) {
      data.run(query.tokens());
    } else if (statement instanceof Statement.Definition definition) {
      new Definitions(session, data).run(definition.tokens(), batch.text(definition.tokens()));
      out.done(StatementKind.DDL);
    } else if (statement instanceof Statement.Security security) {
      new SecurityStatements(session).run(security.command());
      out.done(StatementKind.DDL);
    } else if (statement instanceof Statement.Execute execute) {
      execute(execute);
    } else if (statement instanceof Statement.SetVariable set) {
      variables.set(set.name(), data.assign(set.name(), set.expression()));
    } else if (statement instanceof Statement.SelectInto select) {
      data.selectInto(select);
    } else if (statement instanceof Statement.Declare declare) {
      variables.declare(declare.name(), declare.type());
    } else if (statement instanceof Statement.DeclareTable declare) {
      declareTable(declare);
    } else {
      control(statement);
    }
  }

  private void control(Statement statement) throws SQLException {
    if (statement instanceof Statement.SetOption option) {
      new SetOptions(session, data).run(option.words());
    } else if (statement instanceof Statement.Begin) {
      session.begin(out);
    } else if (statement instanceof Statement.Commit) {
      session.commit(out);
      out.done(StatementKind.COMMIT);
    } else if (statement instanceof Statement.Rollback rollback) {
      if (rollback.savepoint().isPresent()) {
        session.transactions().rollbackTo(rollback.savepoint().get(), out);
      } else {
        session.rollback(out);
      }
      out.done(StatementKind.ROLLBACK);
    } else if (statement instanceof Statement.Save save) {
      session.transactions().save(save.savepoint(), session.database());
    } else if (statement instanceof Statement.Use use) {
      session.use(use.database(), out);
    } else if (statement instanceof Statement.Print print) {
      out.message(String.valueOf(data.evaluate(print.expression())));
    } else if (statement instanceof Statement.RaiseError raise) {
      new RaisedErrors(session, data, out).raise(raise.arguments());
    } else if (statement instanceof Statement.Throw thrown) {
      new RaisedErrors(session, data, out).throwError(thrown.arguments());
    } else if (statement instanceof Statement.WaitFor wait) {
      waitFor(wait.delay());
    }
  }

  private void waitFor(String delay) {
    long millis = Duration.ofNanos(LocalTime.parse(delay).toNanoOfDay()).toMillis();
    long end = System.nanoTime() + Duration.ofMillis(millis).toNanos();
    try {
      while (System.nanoTime() < end && !out.cancelled()) {
        Thread.sleep(Math.min(10, millis));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (out.cancelled()) {
      throw SqlError.of(SqlErrors.CANCELLED, "The query has been canceled.");
    }
  }

  /**
   * A table variable is a temporary H2 table. It stays after the batch, for dropping it would
   * commit the transaction: so its name tells its shape, and the next use empties it.
   */
  private void declareTable(Statement.DeclareTable declare) throws SQLException {
    DatabaseSession database = session.in(Optional.empty());
    TemporaryTables temporary = database.temporary();
    String shape = declare.name() + "#" + batch.text(declare.definition());
    Optional<TableDef> known = temporary.find(shape);
    if (known.isEmpty()) {
      TableSpec spec =
          TableParser.parse(declare.definition()).within(session.database().collation());
      temporary.create(shape, spec, data::constant);
    } else {
      database.execute("DELETE FROM " + H2Types.quote(known.get().name()));
    }
    variables.declareTable(declare.name(), temporary.find(shape).orElseThrow());
  }

  private void execute(Statement.Execute execute) throws SQLException {
    Arguments arguments = new Arguments();
    for (Statement.Argument argument : execute.arguments()) {
      arguments.add(argument.name(), argument(argument.value()));
    }
    if (execute.into().isEmpty()) {
      call(execute, arguments, out);
      return;
    }
    RowCollector collector = new RowCollector(out);
    call(execute, arguments, collector);
    List<Column> columns = collector.columns();
    if (!columns.isEmpty()) {
      data.insertRows(execute.into(), columns.size(), collector.rows());
    }
  }

  private void call(Statement.Execute execute, Arguments arguments, Output target) {
    try {
      session.procedures().call(execute.procedure(), arguments, target);
    } catch (SqlError e) {
      session.errors().cameFromBelow(e);
      throw e;
    }
  }

  /** An argument is a constant, a variable, or a bare word that means a string. */
  private Object argument(List<Token> value) throws SQLException {
    if (value.size() == 1 && value.get(0).isName() && !value.get(0).is("NULL")) {
      return value.get(0).is("DEFAULT") ? null : value.get(0).text();
    }
    List<Token> input =
        value.size() == 2 && value.get(1).isAny("OUTPUT", "OUT") ? value.subList(0, 1) : value;
    return data.evaluate(input);
  }
}
