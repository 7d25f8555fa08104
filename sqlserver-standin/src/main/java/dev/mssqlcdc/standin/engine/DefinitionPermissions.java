package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.security.Permission;
import dev.mssqlcdc.standin.security.Principal;
import dev.mssqlcdc.standin.security.Securable;
import dev.mssqlcdc.standin.sql.Token;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Refuses CREATE, ALTER, DROP and TRUNCATE to those who may not. */
final class DefinitionPermissions {
  private static final int DENIED_SEVERITY = 14;

  private final Session session;
  private final SessionSecurity security;
  private final Database database;

  DefinitionPermissions(Session session) {
    this.session = session;
    this.security = session.security();
    this.database = session.database();
  }

  /**
   * Checks a definition before it runs.
   *
   * @param text its T-SQL text
   */
  void check(List<Token> tokens, String text) throws SQLException {
    TokenCursor in = new TokenCursor(tokens);
    if (ofDatabase(in)) {
      return;
    }
    if (security.isUnrestricted(database) || isTemporary(tokens)) {
      return;
    }
    if (in.accept("CREATE")) {
      create(in, text);
    } else if (in.accept("DROP")) {
      drop(in, text);
    } else if (in.accept("ALTER", "TABLE") || in.accept("TRUNCATE", "TABLE")) {
      requireDefiner(in.qualifiedName());
    } else if (!security.isOwner(database)) {
      throw SqlError.notSupported("this definition by who is not db_owner", text);
    }
  }

  private static boolean isTemporary(List<Token> tokens) {
    return tokens.stream().limit(6).anyMatch(t -> t.isName() && t.text().startsWith("#"));
  }

  /** CREATE, ALTER and DROP DATABASE. */
  private boolean ofDatabase(TokenCursor in) {
    Token what = in.look(1);
    if (what == null || !what.is("DATABASE")) {
      return false;
    }
    if (in.accept("CREATE", "DATABASE")) {
      if (!security.allowsOnServer(Permission.CREATE_ANY_DATABASE)) {
        throw denied("CREATE DATABASE", Engine.MASTER);
      }
      return true;
    }
    boolean drops = in.accept("DROP", "DATABASE");
    if (!drops) {
      in.accept("ALTER", "DATABASE");
    }
    in.accept("IF", "EXISTS");
    Optional<Database> named =
        in.at("CURRENT") ? Optional.of(database) : session.engine().database(in.name());
    named.filter(d -> !mayAlter(d)).ifPresent(d -> refuse(d, drops));
    return true;
  }

  private boolean mayAlter(Database named) {
    return security.allowsOnServer(Permission.ALTER_ANY_DATABASE)
        || security.userIn(named).map(u -> named.security().isOwner(u)).orElse(false);
  }

  private static void refuse(Database named, boolean drops) {
    if (drops) {
      throw SqlError.of(
          3701,
          "Cannot drop the database '"
              + named.name()
              + "', because it does not exist or you do not have permission.");
    }
    throw new SqlError(
        5011,
        DENIED_SEVERITY,
        "User does not have permission to alter database '"
            + named.name()
            + "', the database does not exist, or the database is not in a state that allows access"
            + " checks.");
  }

  private void create(TokenCursor in, String text) {
    in.accept("OR", "ALTER");
    Token what = in.peek();
    if (what.isAny("TABLE", "VIEW", "PROCEDURE", "PROC", "FUNCTION")) {
      in.next();
      String kind = what.is("PROC") ? "PROCEDURE" : what.text().toUpperCase(Locale.ROOT);
      requireCreate(kind, in.qualifiedName());
    } else if (what.is("SCHEMA")) {
      if (!security.allowsInDatabase(database, Permission.CREATE_SCHEMA)) {
        throw denied("CREATE SCHEMA", database.name());
      }
    } else if (isIndex(in)) {
      requireDefiner(indexed(in));
    } else if (!security.isOwner(database)) {
      throw SqlError.notSupported("this definition by who is not db_owner", text);
    }
  }

  /**
   * Refuses a new object.
   *
   * @param kind TABLE, VIEW, PROCEDURE or FUNCTION
   */
  void requireCreate(String kind, List<String> name) {
    Permission needed = Permission.named("CREATE " + kind).orElseThrow();
    if (!security.allowsInDatabase(database, needed)) {
      throw denied(needed.sqlName(), database.name());
    }
    requireSchema(schema(name));
  }

  private static boolean isIndex(TokenCursor in) {
    for (int i = 0; i <= 2; i++) {
      Token token = in.look(i);
      if (token != null && token.is("INDEX")) {
        return true;
      }
    }
    return false;
  }

  /** The table that CREATE and DROP INDEX name after ON. */
  private static List<String> indexed(TokenCursor in) {
    while (!in.accept("ON")) {
      in.next();
    }
    return in.qualifiedName();
  }

  private void requireSchema(String schema) {
    if (!security.allows(database, Permission.ALTER, Securable.schema(schema), schema)) {
      throw SqlError.of(
          2760,
          "The specified schema name \""
              + schema
              + "\" either does not exist or you do not have permission to use it.");
    }
  }

  private void drop(TokenCursor in, String text) throws SQLException {
    Token what = in.next();
    in.accept("IF", "EXISTS");
    if (what.is("INDEX")) {
      in.name();
      requireDefiner(indexed(in));
    } else if (what.isAny("TABLE", "VIEW", "PROCEDURE", "PROC", "FUNCTION")) {
      do {
        dropObject(what.text().toLowerCase(Locale.ROOT), in.qualifiedName());
      } while (in.accept(","));
    } else if (what.is("SCHEMA")) {
      String name = in.name();
      if (!security.allows(database, Permission.CONTROL, Securable.schema(name), name)) {
        throw SqlError.of(
            15151,
            "Cannot drop the schema '"
                + name
                + "', because it does not exist or you do not have permission.");
      }
    } else if (!security.isOwner(database)) {
      throw SqlError.notSupported("this definition by who is not db_owner", text);
    }
  }

  /** Needs ALTER on the schema or CONTROL of the object. */
  private void dropObject(String kind, List<String> name) throws SQLException {
    String schema = schema(name);
    String last = name.get(name.size() - 1);
    Securable object = Securables.object(database, schema, last);
    boolean may =
        security.allows(database, Permission.ALTER, Securable.schema(schema), schema)
            || security.allows(database, Permission.CONTROL, object, schema);
    boolean exists = table(name).isPresent() || database.hasObject(schema, last);
    if (exists && !may) {
      throw SqlError.of(
          3701,
          "Cannot drop the "
              + kind
              + " '"
              + last
              + "', because it does not exist or you do not have permission.");
    }
  }

  private Optional<TableDef> table(List<String> name) {
    return database.catalog().table(schema(name), name.get(name.size() - 1));
  }

  private static String schema(List<String> name) {
    String schema = name.size() > 1 ? name.get(name.size() - 2) : "dbo";
    return schema.isEmpty() ? "dbo" : schema;
  }

  /** Needs ALTER on a table, and a higher right on one that is enabled for CDC. */
  private void requireDefiner(List<String> name) {
    requireAlter(name);
    Optional<TableDef> tracked =
        table(name).filter(table -> !database.cdc().instancesOf(table).isEmpty());
    Principal user = security.requireUser(database);
    boolean definer = database.security().isOwner(user) || database.security().isDefiner(user);
    if (tracked.isPresent() && !definer) {
      throw SqlError.of(
          22914,
          "Only members of the sysadmin or db_owner or db_ddladmin roles can perform this operation"
              + " when Change Data Capture is enabled for a database.");
    }
  }

  /**
   * Raises 1088 without ALTER on a table. One that does not exist is left to who uses it.
   *
   * @param name one to three parts
   */
  void requireAlter(List<String> name) {
    table(name).ifPresent(table -> requireAlter(table, name));
  }

  private void requireAlter(TableDef table, List<String> name) {
    if (!mayAlter(table)) {
      throw SqlError.of(
          1088,
          "Cannot find the object \""
              + String.join(".", name)
              + "\" because it does not exist or you do not have permissions.");
    }
  }

  boolean mayAlter(TableDef table) {
    return security.allows(database, Permission.ALTER, Securables.of(table), table.schema());
  }

  private static SqlError denied(String permission, String database) {
    return new SqlError(
        262, DENIED_SEVERITY, permission + " permission denied in database '" + database + "'.");
  }
}
