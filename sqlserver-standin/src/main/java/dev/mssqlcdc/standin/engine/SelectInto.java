package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.Column;
import dev.mssqlcdc.standin.sql.H2Types;
import dev.mssqlcdc.standin.sql.Lexer;
import dev.mssqlcdc.standin.sql.Rewritten;
import dev.mssqlcdc.standin.sql.TableSpec;
import dev.mssqlcdc.standin.sql.Token;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Runs SELECT ... INTO: makes the table, then fills it. */
final class SelectInto {
  private final Session session;
  private final DataStatements data;

  SelectInto(Session session, DataStatements data) {
    this.session = session;
    this.data = data;
  }

  void run(TableFromQuery into, String text) throws SQLException {
    List<String> name = new TokenCursor(into.target()).qualifiedName();
    String last = name.get(name.size() - 1);
    boolean temporary = TemporaryTables.isTemporary(last);
    if (!temporary) {
      List<Token> create = Lexer.tokens("CREATE TABLE " + Token.text(into.target()));
      new DefinitionPermissions(session).check(create, text);
    }
    Rewritten query = data.rewrite(into.query());
    List<Column> columns = data.columnsOf(query, into.query());
    TableSpec spec =
        TableFromQuery.table(columns, nextIdentity(columns, query, into))
            .within(session.database().collation());
    if (temporary) {
      session.in(Optional.empty()).temporary().create(last, spec, data::constant);
    } else {
      new Definitions(session, data).createTable(name, spec, text);
    }
    String names =
        columns.stream().map(c -> H2Types.quote(c.name())).collect(Collectors.joining(", "));
    String target = data.rewrite(into.target()).sql();
    String sql = "INSERT INTO " + target + " (" + names + ") " + query.sql();
    data.fill(new Rewritten(sql, query.variables(), query.database(), List.of()), into.query());
  }

  /** The new table goes on with an identity where the rows leave off. */
  private long nextIdentity(List<Column> columns, Rewritten query, TableFromQuery into)
      throws SQLException {
    for (Column column : columns) {
      if (column.identity()) {
        String max = "SELECT MAX(" + H2Types.quote(column.name()) + ") FROM (" + query.sql() + ")";
        Object[] row =
            data.lastRow(
                new Rewritten(max, query.variables(), query.database(), List.of()), into.query());
        return row[0] == null ? 1 : ((Number) row[0]).longValue() + 1;
      }
    }
    return 1;
  }
}
