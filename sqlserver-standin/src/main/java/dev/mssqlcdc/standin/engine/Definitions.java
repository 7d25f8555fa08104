package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ComparedKey;
import dev.mssqlcdc.standin.catalog.KeyDef;
import dev.mssqlcdc.standin.catalog.NewTable;
import dev.mssqlcdc.standin.catalog.TableBuilder;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.H2Types;
import dev.mssqlcdc.standin.sql.TableParser;
import dev.mssqlcdc.standin.sql.TableSpec;
import dev.mssqlcdc.standin.sql.Token;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** CREATE, ALTER, DROP and TRUNCATE. */
final class Definitions {
  private final Session session;
  private final DataStatements data;
  private final Database database;

  Definitions(Session session, DataStatements data) {
    this.session = session;
    this.data = data;
    this.database = session.database();
  }

  /**
   * Runs a definition.
   *
   * @param text its T-SQL text
   */
  void run(List<Token> tokens, String text) throws SQLException {
    if (new TemporaryDefinitions(session, data, text).run(tokens)) {
      return;
    }
    new DefinitionPermissions(session).check(tokens, text);
    session.transactions().beforeSchemaChange(text, named(tokens));
    TokenCursor in = new TokenCursor(tokens);
    if (in.accept("CREATE", "TABLE")) {
      createTable(in);
    } else if (in.accept("CREATE", "DATABASE")) {
      createDatabase(in);
    } else if (in.accept("CREATE", "SCHEMA")) {
      createSchema(in, text);
    } else if (in.accept("CREATE", "VIEW")) {
      database.administer(List.of(data.constant(tokens)));
    } else if (in.at("CREATE") && isIndex(in)) {
      createIndex(in);
    } else if (in.accept("ALTER", "TABLE")) {
      new TableAlteration(session, this::expression, text).run(in);
    } else if (in.accept("ALTER", "DATABASE")) {
      new DatabaseAlteration(session, text).run(in);
    } else if (in.accept("DROP")) {
      new Drops(session, text).drop(in);
    } else if (in.accept("TRUNCATE", "TABLE")) {
      new Drops(session, text).truncate(in);
    } else {
      throw SqlError.notSupported("this definition", text);
    }
    database.writeCatalogRows();
  }

  /** The tables whose names stand in a definition, whatever their schemas. */
  private List<TableDef> named(List<Token> tokens) {
    return database.catalog().tables().stream()
        .filter(table -> tokens.stream().anyMatch(token -> token.isName(table.name())))
        .toList();
  }

  private String expression(List<Token> tokens) {
    return data.constant(tokens);
  }

  private void createTable(TokenCursor in) throws SQLException {
    List<String> name = in.qualifiedName();
    String schema = schema(name);
    String table = name.get(name.size() - 1);
    createTable(schema, table, TableParser.parse(in.parenthesized()));
  }

  private void createTable(String schema, String table, TableSpec declared) throws SQLException {
    if (database.catalog().table(schema, table).isPresent()) {
      throw SqlError.of(2714, "There is already an object named '" + table + "' in the database.");
    }
    TableBuilder builder = new TableBuilder(this::expression);
    TableSpec spec = declared.within(database.collation());
    NewTable made =
        builder.create(
            database.catalog().newObjectId(),
            schema,
            table,
            new ComputedTypes(database, this::expression).ofNewTable(spec));
    List<String> statements = new ArrayList<>(made.statements());
    statements.addAll(database.cdc().triggers(made.definition()));
    database.administer(statements);
    database.catalog().put(made.definition());
    session.transactions().undoSchemaChange(() -> undo(made.definition()));
  }

  private void undo(TableDef created) throws SQLException {
    new Drops(session, "").dropTable(List.of(created.schema(), created.name()), true);
    database.writeCatalogRows();
  }

  private void createDatabase(TokenCursor in) throws SQLException {
    String name = in.name();
    Collation collation =
        in.accept("COLLATE")
            ? Collation.of(in.name()).orElse(Collation.SERVER_DEFAULT)
            : Collation.SERVER_DEFAULT;
    if (in.hasMore()) {
      throw in.unexpected();
    }
    session.engine().createDatabase(name, collation, session.security().loginId());
  }

  /** The table of SELECT INTO. */
  void createTable(List<String> name, TableSpec spec, String text) throws SQLException {
    new DefinitionPermissions(session).requireCreate("TABLE", name);
    session.transactions().beforeSchemaChange(text, List.of());
    createTable(schema(name), name.get(name.size() - 1), spec);
    database.writeCatalogRows();
  }

  private void createSchema(TokenCursor in, String text) throws SQLException {
    String name = in.name();
    if ((in.accept("AUTHORIZATION") && !in.name().equalsIgnoreCase("dbo")) || in.hasMore()) {
      throw SqlError.notSupported("a schema with an owner of its own or with elements", text);
    }
    database.administer(
        List.of(
            "CREATE SCHEMA " + H2Types.quote(name),
            "INSERT INTO sys.schemas SELECT "
                + H2Types.literal(name)
                + ", MAX(schema_id) + 1, 1 FROM sys.schemas"));
  }

  private static boolean isIndex(TokenCursor in) {
    for (int i = 1; i <= 3; i++) {
      Token token = in.look(i);
      if (token != null && token.is("INDEX")) {
        return true;
      }
    }
    return false;
  }

  private void createIndex(TokenCursor in) throws SQLException {
    in.expect("CREATE");
    boolean unique = in.accept("UNIQUE");
    if (!in.accept("CLUSTERED")) {
      in.accept("NONCLUSTERED");
    }
    in.expect("INDEX");
    String name = in.name();
    in.expect("ON");
    TableDef table = table(in.qualifiedName());
    List<String> columns =
        TokenCursor.split(in.parenthesized()).stream().map(part -> part.get(0).text()).toList();
    if (in.accept("INCLUDE")) {
      in.parenthesized();
    }
    if (in.accept("WITH")) {
      in.parenthesized();
    }
    if (in.hasMore()) {
      throw in.unexpected();
    }
    List<String> statements =
        new ArrayList<>(unique ? ComparedKey.additions(table, columns) : List.of());
    String h2Columns =
        unique
            ? ComparedKey.indexed(table, columns)
            : columns.stream().map(H2Types::quote).collect(Collectors.joining(", ", "(", ")"));
    // unlike H2's, SQL Server's unique indexes let NULL in once
    statements.add(
        "CREATE "
            + (unique ? "UNIQUE NULLS NOT DISTINCT " : "")
            + "INDEX "
            + indexName(table, name)
            + " ON "
            + TableBuilder.h2Name(table)
            + h2Columns);
    session.alone(table, () -> administer(statements));
    KeyDef.Kind kind = unique ? KeyDef.Kind.UNIQUE_INDEX : KeyDef.Kind.INDEX;
    database.catalog().put(table.withKey(new KeyDef(name, kind, columns)));
  }

  private Void administer(List<String> statements) throws SQLException {
    database.administer(statements);
    return null;
  }

  /** An index has a name within its table; H2 wants it unique in the schema. */
  static String indexName(TableDef table, String name) {
    return H2Types.quote(table.schema()) + "." + H2Types.quote(table.name() + "." + name);
  }

  private TableDef table(List<String> name) {
    return database.table(name);
  }

  static String schema(List<String> name) {
    String schema = name.size() > 1 ? name.get(name.size() - 2) : "dbo";
    return schema.isEmpty() ? "dbo" : schema;
  }
}
