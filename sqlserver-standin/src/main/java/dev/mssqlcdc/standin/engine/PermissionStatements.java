package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.security.DatabaseSecurity;
import dev.mssqlcdc.standin.security.Grant;
import dev.mssqlcdc.standin.security.Permission;
import dev.mssqlcdc.standin.security.Principal;
import dev.mssqlcdc.standin.security.Scope;
import dev.mssqlcdc.standin.security.Securable;
import dev.mssqlcdc.standin.security.ServerSecurity;
import dev.mssqlcdc.standin.sql.SecurityCommand;
import dev.mssqlcdc.standin.sql.SecurityCommand.Verb;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** GRANT, DENY and REVOKE. */
final class PermissionStatements {
  private static final List<Permission> ALL_ON_OBJECT =
      List.of(
          Permission.SELECT,
          Permission.INSERT,
          Permission.UPDATE,
          Permission.DELETE,
          Permission.REFERENCES);

  private static final List<String> CHANGE_FUNCTIONS =
      List.of("fn_cdc_get_all_changes_", "fn_cdc_get_net_changes_");

  private final Session session;
  private final Database database;

  PermissionStatements(Session session) {
    this.session = session;
    this.database = session.database();
  }

  /** What a statement is about: the securable, or one per column. */
  private record Subject(
      Scope scope, Securable on, String schema, String name, Optional<TableDef> table) {}

  void run(SecurityCommand.Permissions statement) throws SQLException {
    Subject subject = subject(statement);
    List<Grant> grants = new ArrayList<>();
    Grant.State state =
        statement.verb() == Verb.DENY
            ? Grant.State.DENY
            : statement.grantOption() ? Grant.State.GRANT_WITH_GRANT_OPTION : Grant.State.GRANT;
    for (SecurityCommand.Named named : statement.permissions()) {
      List<String> columns =
          named.columns().isEmpty()
              ? statement.on().map(SecurityCommand.Target::columns).orElse(List.of())
              : named.columns();
      for (Permission permission : permissions(named.permission(), subject)) {
        requireGrantable(permission, subject);
        for (Securable on : securables(subject, permission, columns)) {
          grants.add(new Grant(state, permission, on, Principal.PUBLIC));
        }
      }
    }
    for (String name : statement.principals()) {
      apply(statement.verb(), subject.scope(), name, grants);
    }
  }

  private Subject subject(SecurityCommand.Permissions statement) throws SQLException {
    if (statement.on().isEmpty()) {
      return bySort(statement.permissions().get(0).permission());
    }
    SecurityCommand.Target target = statement.on().get();
    String name = target.name().get(target.name().size() - 1);
    return switch (target.kind()) {
      case "OBJECT" -> object(target.name(), name);
      case "SCHEMA" -> schema(name);
      case "DATABASE" -> {
        if (!name.equalsIgnoreCase(database.name())) {
          throw unknown("database", name);
        }
        yield ofDatabase();
      }
      default ->
          throw SqlError.notSupported("permissions on " + target.kind(), target.kind() + "::");
    };
  }

  /** Without ON the permission tells whether the database or the server is meant. */
  private Subject bySort(String permission) {
    boolean server =
        Permission.named(permission)
            .filter(p -> p.appliesTo(Scope.SERVER) && !p.appliesTo(Scope.DATABASE))
            .isPresent();
    return server
        ? new Subject(Scope.SERVER, Securable.server(), "", "", Optional.empty())
        : ofDatabase();
  }

  private Subject ofDatabase() {
    return new Subject(Scope.DATABASE, Securable.database(), "", "", Optional.empty());
  }

  private Subject schema(String name) throws SQLException {
    if (!database.hasSchema(name)) {
      throw unknown("schema", name);
    }
    return new Subject(Scope.SCHEMA, Securable.schema(name), name, name, Optional.empty());
  }

  private Subject object(List<String> name, String last) throws SQLException {
    if (name.size() > 2) {
      throw SqlError.notSupported("GRANT in another database", String.join(".", name));
    }
    String schema = name.size() > 1 && !name.get(0).isEmpty() ? name.get(0) : "dbo";
    Optional<TableDef> table = database.catalog().table(schema, last);
    boolean known =
        table.isPresent() || database.hasObject(schema, last) || isChangeFunction(schema, last);
    Securable on = Securables.object(database, schema, last);
    if (!known || !session.security().sees(database, on, schema)) {
      throw unknown("object", last);
    }
    return new Subject(Scope.OBJECT, on, schema, last, table);
  }

  private boolean isChangeFunction(String schema, String name) {
    return schema.equalsIgnoreCase("cdc")
        && database.cdc().instances().stream()
            .anyMatch(
                instance ->
                    CHANGE_FUNCTIONS.stream()
                        .anyMatch(function -> name.equalsIgnoreCase(function + instance.name())));
  }

  private static List<Permission> permissions(String name, Subject subject) {
    if (name.equals("ALL") && subject.scope() == Scope.OBJECT) {
      return ALL_ON_OBJECT;
    }
    Permission permission =
        Permission.named(name)
            .orElseThrow(() -> SqlError.notSupported("the permission " + name, name));
    if (!permission.appliesTo(subject.scope())) {
      throw SqlError.of(102, "Incorrect syntax near '" + permission.sqlName() + "'.");
    }
    return List.of(permission);
  }

  private static List<Securable> securables(
      Subject subject, Permission permission, List<String> columns) {
    if (columns.isEmpty()) {
      return List.of(subject.on());
    }
    if (subject.scope() != Scope.OBJECT || !permission.ofColumns()) {
      throw new SqlError(
          1020,
          15,
          "Sub-entity lists (such as column or security expressions) cannot be specified for"
              + " entity-level permissions.");
    }
    TableDef table =
        subject
            .table()
            .orElseThrow(
                () -> SqlError.notSupported("column permissions on a view", subject.name()));
    return Securables.columns(table, columns).stream().map(subject.on()::column).toList();
  }

  /** Permissions are passed on by who controls the securable or holds the grant option. */
  private void requireGrantable(Permission permission, Subject subject) {
    SessionSecurity security = session.security();
    if (subject.scope() == Scope.SERVER) {
      if (!security.allowsOnServer(Permission.CONTROL_SERVER)) {
        throw SqlError.of(4613, "Grantor does not have GRANT permission.");
      }
      return;
    }
    boolean control =
        security.allows(database, Permission.CONTROL, subject.on(), subject.schema())
            || database.security().isSecurityAdmin(security.requireUser(database));
    if (control || holdsGrantOption(permission, subject)) {
      return;
    }
    if (subject.scope() == Scope.OBJECT) {
      throw unknown("object", subject.name());
    }
    if (subject.scope() == Scope.SCHEMA) {
      throw unknown("schema", subject.name());
    }
    throw SqlError.of(4613, "Grantor does not have GRANT permission.");
  }

  private boolean holdsGrantOption(Permission permission, Subject subject) {
    DatabaseSecurity principals = database.security();
    var closure = principals.closure(session.security().requireUser(database));
    return principals.grants().stream()
        .anyMatch(
            grant ->
                grant.state() == Grant.State.GRANT_WITH_GRANT_OPTION
                    && grant.permission() == permission
                    && grant.on().equals(subject.on())
                    && closure.contains(grant.grantee()));
  }

  private void apply(Verb verb, Scope scope, String name, List<Grant> grants) {
    if (scope == Scope.SERVER) {
      ServerSecurity server = session.engine().security();
      int id = server.principalId(name).orElseThrow(() -> unknown("login", name));
      for (Grant grant : grants) {
        if (verb == Verb.REVOKE) {
          server.revoke(grant.permission(), id);
        } else {
          server.put(new Grant(grant.state(), grant.permission(), grant.on(), id));
        }
      }
      return;
    }
    DatabaseSecurity security = database.security();
    Principal grantee = security.principal(name).orElseThrow(() -> unknown("user", name));
    if (grantee.fixed() || grantee.id() == Principal.DBO) {
      throw SqlError.of(
          4604, "There is no such user or group '" + name + "' or you do not have permission.");
    }
    for (Grant grant : grants) {
      if (verb == Verb.REVOKE) {
        security.revoke(grant.permission(), grant.on(), grantee.id());
      } else {
        security.put(new Grant(grant.state(), grant.permission(), grant.on(), grantee.id()));
      }
    }
  }

  private static SqlError unknown(String kind, String name) {
    return SqlError.of(
        15151,
        "Cannot find the "
            + kind
            + " '"
            + name
            + "', because it does not exist or you do not have permission.");
  }
}
