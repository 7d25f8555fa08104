package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ColumnDef;
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
import java.util.Optional;
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
      new TableAlteration(database, this::expression, text).run(in);
    } else if (in.accept("ALTER", "DATABASE")) {
      new DatabaseAlteration(session, text).run(in);
    } else if (in.accept("DROP")) {
      drop(in, text);
    } else if (in.accept("TRUNCATE", "TABLE")) {
      truncate(in);
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
    dropTable(List.of(created.schema(), created.name()), true);
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
    String h2Columns =
        columns.stream().map(H2Types::quote).collect(Collectors.joining(", ", "(", ")"));
    // unlike H2's, SQL Server's unique indexes let NULL in once
    String sql =
        "CREATE "
            + (unique ? "UNIQUE NULLS NOT DISTINCT " : "")
            + "INDEX "
            + indexName(table, name)
            + " ON "
            + TableBuilder.h2Name(table)
            + h2Columns;
    database.cdc().alone(table, () -> administer(List.of(sql)));
    KeyDef.Kind kind = unique ? KeyDef.Kind.UNIQUE_INDEX : KeyDef.Kind.INDEX;
    database.catalog().put(table.withKey(new KeyDef(name, kind, columns)));
  }

  private Void administer(List<String> statements) throws SQLException {
    database.administer(statements);
    return null;
  }

  /** An index has a name within its table; H2 wants it unique in the schema. */
  private static String indexName(TableDef table, String name) {
    return H2Types.quote(table.schema()) + "." + H2Types.quote(table.name() + "." + name);
  }

  private void drop(TokenCursor in, String text) throws SQLException {
    Token what = in.next();
    boolean ifExists = in.accept("IF", "EXISTS");
    if (what.is("TABLE")) {
      for (List<Token> name : TokenCursor.split(rest(in))) {
        dropTable(new TokenCursor(name).qualifiedName(), ifExists);
      }
    } else if (what.is("DATABASE")) {
      String name = in.name();
      Optional<Database> dropped = session.engine().database(name);
      if (dropped.isPresent()) {
        session.transactions().leave(dropped.get());
      }
      if (!ifExists || dropped.isPresent()) {
        session.engine().dropDatabase(name);
      }
    } else if (what.is("INDEX")) {
      String name = in.name();
      in.expect("ON");
      dropIndex(table(in.qualifiedName()), name);
    } else if (what.is("VIEW") || what.is("SCHEMA")) {
      String name =
          in.qualifiedName().stream().map(H2Types::quote).collect(Collectors.joining("."));
      database.administer(List.of("DROP " + what.text() + (ifExists ? " IF EXISTS " : " ") + name));
    } else {
      throw SqlError.notSupported("DROP " + what.text(), text);
    }
  }

  private static List<Token> rest(TokenCursor in) {
    int start = in.position();
    while (in.hasMore()) {
      in.next();
    }
    return in.since(start);
  }

  private void dropTable(List<String> name, boolean ifExists) throws SQLException {
    Optional<TableDef> found = database.catalog().table(schema(name), name.get(name.size() - 1));
    if (found.isEmpty()) {
      if (ifExists) {
        return;
      }
      throw SqlError.of(
          3701,
          "Cannot drop the table '"
              + String.join(".", name)
              + "', because it does not exist or you do not have permission.");
    }
    TableDef table = found.get();
    refuseReferenced(table);
    if (!database.cdc().instancesOf(table).isEmpty()) {
      database.cdc().disableTable(table, "all");
    }
    database
        .cdc()
        .alone(table, () -> administer(List.of("DROP TABLE " + TableBuilder.h2Name(table))));
    database.catalog().remove(table);
  }

  private void refuseReferenced(TableDef table) {
    for (TableDef other : database.catalog().tables()) {
      boolean refers =
          other.objectId() != table.objectId()
              && other.constraints().stream()
                  .flatMap(constraint -> constraint.reference().stream())
                  .anyMatch(reference -> reference.isTo(table));
      if (refers) {
        throw SqlError.of(
            3726,
            "Could not drop object '"
                + table.name()
                + "' because it is referenced by a FOREIGN KEY constraint.");
      }
    }
  }

  private void dropIndex(TableDef table, String name) throws SQLException {
    if (table.key(name).isEmpty()) {
      throw SqlError.of(
          3701,
          "Cannot drop the index '"
              + table.qualifiedName()
              + "."
              + name
              + "', because it does not exist or you do not have permission.");
    }
    TrackedTable.of(database, table).requireDroppable(table.key(name).orElseThrow());
    database.administer(List.of("DROP INDEX " + indexName(table, name)));
    database
        .catalog()
        .put(
            table.withKeys(
                table.keys().stream().filter(k -> !k.name().equalsIgnoreCase(name)).toList()));
  }

  private void truncate(TokenCursor in) throws SQLException {
    TableDef table = table(in.qualifiedName());
    TrackedTable.of(database, table).requireTruncatable();
    String restart =
        table.columns().stream().anyMatch(ColumnDef::identity) ? " RESTART IDENTITY" : "";
    database
        .cdc()
        .alone(
            table,
            () -> administer(List.of("TRUNCATE TABLE " + TableBuilder.h2Name(table) + restart)));
  }

  private TableDef table(List<String> name) {
    return database.table(name);
  }

  private static String schema(List<String> name) {
    String schema = name.size() > 1 ? name.get(name.size() - 2) : "dbo";
    return schema.isEmpty() ? "dbo" : schema;
  }
}
