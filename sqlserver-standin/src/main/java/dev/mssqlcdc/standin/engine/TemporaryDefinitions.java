package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.H2Types;
import dev.mssqlcdc.standin.sql.TableParser;
import dev.mssqlcdc.standin.sql.TableSpec;
import dev.mssqlcdc.standin.sql.Token;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** CREATE, DROP and TRUNCATE of temporary tables; they end no transaction. */
final class TemporaryDefinitions {
  private final Session session;
  private final DataStatements data;
  private final String text;

  TemporaryDefinitions(Session session, DataStatements data, String text) {
    this.session = session;
    this.data = data;
    this.text = text;
  }

  /** Runs the definition; false, and nothing happens, if it is about no temporary table. */
  boolean run(List<Token> tokens) throws SQLException {
    if (tokens.stream().noneMatch(t -> t.isName() && TemporaryTables.isTemporary(t.text()))) {
      return false;
    }
    TemporaryTables temporary = session.in(Optional.empty()).temporary();
    TokenCursor in = new TokenCursor(tokens);
    if (in.accept("CREATE", "TABLE")) {
      create(in, temporary);
    } else if (in.accept("DROP", "TABLE")) {
      drop(in, temporary);
    } else if (in.accept("TRUNCATE", "TABLE")) {
      truncate(last(in), temporary);
    } else if (in.accept("CREATE") && isIndex(in)) {
      createIndex(in, temporary);
    } else {
      throw SqlError.notSupported("this definition of a temporary table", text);
    }
    return true;
  }

  private static String last(TokenCursor in) {
    List<String> name = in.qualifiedName();
    return name.get(name.size() - 1);
  }

  private void create(TokenCursor in, TemporaryTables temporary) throws SQLException {
    String name = last(in);
    TableSpec spec = TableParser.parse(in.parenthesized()).within(session.database().collation());
    ComputedTypes computed = new ComputedTypes(session.database(), data::constant);
    temporary.create(name, computed.ofNewTable(spec), data::constant);
  }

  private void drop(TokenCursor in, TemporaryTables temporary) throws SQLException {
    boolean ifExists = in.accept("IF", "EXISTS");
    do {
      String name = last(in);
      if (!temporary.drop(name) && !ifExists) {
        throw SqlError.of(
            3701,
            "Cannot drop the table '"
                + name
                + "', because it does not exist or you do not have permission.");
      }
    } while (in.accept(","));
  }

  private void truncate(String name, TemporaryTables temporary) throws SQLException {
    TableDef table = table(name, temporary);
    if (table.columns().stream().anyMatch(ColumnDef::identity)) {
      throw SqlError.notSupported("TRUNCATE of a temporary table with an identity", text);
    }
    session.in(Optional.empty()).execute("DELETE FROM " + H2Types.quote(table.name()));
  }

  private static boolean isIndex(TokenCursor in) {
    return in.at("INDEX") || in.at("UNIQUE") || in.at("CLUSTERED") || in.at("NONCLUSTERED");
  }

  /** An index that is not unique changes no result. */
  private void createIndex(TokenCursor in, TemporaryTables temporary) throws SQLException {
    boolean unique = in.accept("UNIQUE");
    while (!in.accept("INDEX")) {
      in.next();
    }
    String name = in.name();
    in.expect("ON");
    TableDef table = table(last(in), temporary);
    String columns =
        TokenCursor.split(in.parenthesized()).stream()
            .map(part -> H2Types.quote(part.get(0).text()))
            .collect(Collectors.joining(", ", "(", ")"));
    if (unique) {
      session.transactions().beforeSchemaChange(text);
      session
          .in(Optional.empty())
          .changeTemporary(
              List.of(
                  "CREATE UNIQUE NULLS NOT DISTINCT INDEX "
                      + H2Types.quote(table.name() + "." + name)
                      + " ON "
                      + H2Types.quote(table.name())
                      + columns));
    }
  }

  private static TableDef table(String name, TemporaryTables temporary) {
    return temporary
        .find(name)
        .orElseThrow(
            () ->
                SqlError.of(
                    4902,
                    "Cannot find the object \""
                        + name
                        + "\" because it does not exist or you do not have permissions."));
  }
}
