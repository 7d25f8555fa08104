package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.Column;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.StatementKind;
import dev.mssqlcdc.standin.sql.DataChanges;
import dev.mssqlcdc.standin.sql.H2Types;
import dev.mssqlcdc.standin.sql.RewriteContext;
import dev.mssqlcdc.standin.sql.Rewriter;
import dev.mssqlcdc.standin.sql.Rewritten;
import dev.mssqlcdc.standin.sql.Statement;
import dev.mssqlcdc.standin.sql.Token;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Runs what reads or writes rows, in H2. */
final class DataStatements {
  private final Session session;
  private final Batch batch;
  private final Variables variables;
  private final Output out;
  private final RewriteContext context;
  private final Execution execution;
  private final InsertColumns inserts;
  private final RowversionUpdates rowversions;

  DataStatements(Session session, Batch batch, Variables variables, Output out) {
    this.session = session;
    this.batch = batch;
    this.variables = variables;
    this.out = out;
    this.context = new SessionContext(session, variables);
    this.execution = new Execution(session, batch, variables, context, out);
    this.inserts = new InsertColumns(session, variables);
    this.rowversions = new RowversionUpdates(session);
  }

  /** Runs a statement and sends its rows or its count. */
  void run(List<Token> tokens) throws SQLException {
    Optional<TableFromQuery> into = TableFromQuery.of(tokens);
    if (into.isPresent()) {
      new SelectInto(session, this).run(into.get(), batch.text(tokens));
      return;
    }
    Rewritten rewritten = rewrite(tokens, () -> prepared(tokens));
    StatementKind kind = kind(tokens);
    if (kind.changesRows()) {
      session.transactions().requireCommittable();
    }
    if (kind.changesRows() && session.options().rowLimit() > 0) {
      throw SqlError.notSupported("SET ROWCOUNT with a data change", batch.text(tokens));
    }
    execution.within(
        rewritten,
        tokens,
        (database, statement) -> {
          if (statement.execute()) {
            sendRows(database, rewritten.sql(), statement);
            if (kind.changesRows()) {
              database.markWrote();
            }
          } else {
            long count = statement.getLargeUpdateCount();
            database.markWrote();
            session.rowCount(count);
            out.updated(kind, count, !session.options().countsHidden());
          }
          return null;
        });
  }

  private List<Token> prepared(List<Token> tokens) {
    return rowversions.prepared(inserts.prepared(DataChanges.normalized(tokens)));
  }

  private void sendRows(DatabaseSession database, String sql, PreparedStatement statement)
      throws SQLException {
    try (ResultSet rows = statement.getResultSet()) {
      List<Column> columns = database.columns(sql, rows.getMetaData());
      Function<SQLException, SqlError> errors = e -> SqlErrors.of(e, database.database(), sql);
      session.rowCount(out.rows(columns, new ResultSetCursor(rows, columns, errors)));
    }
  }

  /** The columns of a query. */
  List<Column> columnsOf(Rewritten query, List<Token> tokens) throws SQLException {
    return execution.within(
        query,
        tokens,
        (database, statement) -> {
          statement.setMaxRows(1);
          try (ResultSet rows = statement.executeQuery()) {
            return database.columns(query.sql(), rows.getMetaData());
          }
        });
  }

  /** Inserts the rows of SELECT INTO. */
  void fill(Rewritten insert, List<Token> tokens) throws SQLException {
    execution.within(
        insert,
        tokens,
        (database, statement) -> {
          long count = statement.executeLargeUpdate();
          database.markWrote();
          session.rowCount(count);
          out.updated(StatementKind.SELECT, count, !session.options().countsHidden());
          return null;
        });
  }

  /** {@code SELECT @a = x, ...}: the last row's values stay; without a row nothing changes. */
  void selectInto(Statement.SelectInto select) throws SQLException {
    List<Token> list = new ArrayList<>();
    List<String> expressions = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (Statement.Assignment assignment : select.assignments()) {
      Rewritten expression = rewrite(assignment.expression());
      expressions.add(cast(assignment.variable(), expression.sql()));
      names.addAll(expression.variables());
      list.addAll(assignment.expression());
    }
    Rewritten rest = rewrite(select.rest());
    names.addAll(rest.variables());
    String sql = "SELECT " + String.join(", ", expressions) + " " + rest.sql();
    Rewritten query = new Rewritten(sql, names, rest.database(), rest.preconditions());
    Object[] values = lastRow(query, list);
    if (values != null) {
      for (int i = 0; i < values.length; i++) {
        variables.set(select.assignments().get(i).variable(), values[i]);
      }
    }
  }

  /** The value of an expression as its variable stores it. */
  Object assign(String variable, List<Token> expression) throws SQLException {
    Rewritten rewritten = rewrite(expression);
    return scalar(cast(variable, rewritten.sql()), rewritten, expression);
  }

  Object evaluate(List<Token> expression) throws SQLException {
    Rewritten rewritten = rewrite(expression);
    return scalar(rewritten.sql(), rewritten, expression);
  }

  boolean test(List<Token> condition) throws SQLException {
    Optional<Boolean> counted = testOfTransactionCount(condition);
    if (counted.isPresent()) {
      return counted.get();
    }
    Rewritten rewritten = rewrite(condition);
    String sql = "CASE WHEN " + rewritten.sql() + " THEN TRUE ELSE FALSE END";
    return Boolean.TRUE.equals(scalar(sql, rewritten, condition));
  }

  /** Drivers ask {@code IF @@TRANCOUNT > 0} with every commit: that needs no query. */
  private Optional<Boolean> testOfTransactionCount(List<Token> condition) {
    boolean applies =
        condition.size() == 3
            && condition.get(0).text().equalsIgnoreCase("@@TRANCOUNT")
            && condition.get(1).is(">")
            && condition.get(2).text().equals("0");
    return applies ? Optional.of(session.transactions().count() > 0) : Optional.empty();
  }

  /** Inserts rows that a procedure returned. */
  void insertRows(List<Token> target, int columnCount, List<Object[]> rows) throws SQLException {
    Rewritten insert = rewrite(target);
    String marks = "?, ".repeat(columnCount - 1) + "?";
    String sql = insert.sql() + " VALUES (" + marks + ")";
    execution.within(
        new Rewritten(sql, List.of(), insert.database(), List.of()),
        target,
        (database, statement) -> {
          for (Object[] row : rows) {
            for (int i = 0; i < row.length; i++) {
              statement.setObject(i + 1, row[i]);
            }
            statement.executeUpdate();
          }
          out.updated(StatementKind.INSERT, rows.size(), !session.options().countsHidden());
          return null;
        });
  }

  /** A default, a computed column or a check, for H2. */
  String constant(List<Token> expression) {
    Rewritten rewritten = rewrite(expression);
    if (!rewritten.variables().isEmpty()) {
      throw SqlError.notSupported("a variable in a definition", batch.text(expression));
    }
    return rewritten.sql();
  }

  private String cast(String variable, String sql) {
    Optional<SqlType> type = variables.type(variable);
    return type.isEmpty() ? sql : "CAST((" + sql + ") AS " + H2Types.of(type.get()) + ")";
  }

  /** The values of a query's last row; null if it has none. */
  Object[] lastRow(Rewritten query, List<Token> tokens) throws SQLException {
    return execution.lastRow(query, tokens);
  }

  private Object scalar(String sql, Rewritten source, List<Token> tokens) throws SQLException {
    Rewritten query =
        new Rewritten(
            "SELECT " + sql, source.variables(), source.database(), source.preconditions());
    Object[] row = lastRow(query, tokens);
    return row == null ? null : row[0];
  }

  Rewritten rewrite(List<Token> tokens) {
    return rewrite(tokens, () -> tokens);
  }

  private Rewritten rewrite(List<Token> tokens, Supplier<List<Token>> prepared) {
    if (variables.hasTables() || names(tokens, "#")) {
      return Rewriter.rewrite(prepared.get(), context);
    }
    Database database = session.database();
    long version =
        ((database.catalog().version() * 31 + session.engine().version()) * 31 + database.id()) * 31
            + session.options().identityInsert().hashCode();
    return batch.rewritten(tokens, version, () -> Rewriter.rewrite(prepared.get(), context));
  }

  private static boolean names(List<Token> tokens, String start) {
    return tokens.stream().anyMatch(t -> t.isName() && t.text().startsWith(start));
  }

  private static StatementKind kind(List<Token> tokens) {
    int depth = 0;
    for (Token token : tokens) {
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (depth == 0 && token.isAny("SELECT", "INSERT", "UPDATE", "DELETE", "MERGE")) {
        return StatementKind.valueOf(token.text().toUpperCase(Locale.ROOT));
      }
    }
    return StatementKind.SELECT;
  }
}
