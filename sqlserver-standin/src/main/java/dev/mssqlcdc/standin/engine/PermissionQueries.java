package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.security.Permission;
import dev.mssqlcdc.standin.security.Scope;
import dev.mssqlcdc.standin.security.Securable;
import dev.mssqlcdc.standin.sql.Lexer;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** HAS_PERMS_BY_NAME and fn_my_permissions: what a session may do, asked by name. */
final class PermissionQueries {
  private final RunningStatement running;
  private final SessionSecurity security;

  PermissionQueries(RunningStatement running) {
    this.running = running;
    this.security = running.session().security();
  }

  /** What is asked about; a table where it is one. */
  private record Subject(
      Scope scope, Database database, Securable on, String schema, Optional<TableDef> table) {}

  /** 1 or 0; NULL where a name means nothing or nothing that the session sees. */
  Integer has(String securable, String kind, String permissionName, String column) {
    Optional<Subject> subject = subject(securable, kind);
    if (subject.isEmpty() || permissionName == null) {
      return null;
    }
    Subject about = subject.get();
    if (permissionName.equalsIgnoreCase("ANY")) {
      return flag(Arrays.stream(Permission.values()).anyMatch(p -> holds(about, p)));
    }
    Optional<Permission> permission =
        Permission.named(permissionName).filter(p -> p.appliesTo(about.scope()));
    if (permission.isEmpty()) {
      return null;
    }
    if (column == null) {
      return flag(holds(about, permission.get()));
    }
    Optional<ColumnDef> named = about.table().flatMap(t -> t.column(column));
    return named.map(c -> flag(holds(about, permission.get(), c.id()))).orElse(null);
  }

  /** Rows of entity, subentity and permission. */
  List<String[]> held(String securable, String kind) {
    List<String[]> rows = new ArrayList<>();
    Optional<Subject> subject = subject(securable, kind);
    if (subject.isEmpty()) {
      return rows;
    }
    Subject about = subject.get();
    String entity = securable == null ? about.scope().name().toLowerCase(Locale.ROOT) : securable;
    for (Permission permission : Permission.values()) {
      if (holds(about, permission)) {
        rows.add(new String[] {entity, "", permission.sqlName()});
      }
    }
    for (ColumnDef column : about.table().map(TableDef::columns).orElse(List.of())) {
      for (Permission permission : Permission.values()) {
        if (permission.ofColumns() && holds(about, permission, column.id())) {
          rows.add(new String[] {entity, column.name(), permission.sqlName()});
        }
      }
    }
    return rows;
  }

  private static Integer flag(boolean value) {
    return value ? 1 : 0;
  }

  private boolean holds(Subject about, Permission permission) {
    if (!permission.appliesTo(about.scope())) {
      return false;
    }
    return about.scope() == Scope.SERVER
        ? security.allowsOnServer(permission)
        : security.allows(about.database(), permission, about.on(), about.schema());
  }

  private boolean holds(Subject about, Permission permission, int column) {
    return security.allows(about.database(), permission, about.on().column(column), about.schema());
  }

  private Optional<Subject> subject(String securable, String kind) {
    String scope = kind == null ? "SERVER" : kind.toUpperCase(Locale.ROOT);
    Database current = running.database();
    return switch (scope) {
      case "SERVER" -> Optional.of(subject(Scope.SERVER, current, Securable.server(), ""));
      case "DATABASE" ->
          database(securable)
              .filter(d -> security.userIn(d).isPresent())
              .map(d -> subject(Scope.DATABASE, d, Securable.database(), ""));
      case "SCHEMA" ->
          Optional.ofNullable(securable)
              .map(name -> names(name).get(0))
              .map(name -> subject(Scope.SCHEMA, current, Securable.schema(name), name));
      case "OBJECT" -> Optional.ofNullable(securable).flatMap(this::object);
      default -> Optional.empty();
    };
  }

  private static Subject subject(Scope scope, Database database, Securable on, String schema) {
    return new Subject(scope, database, on, schema, Optional.empty());
  }

  private Optional<Database> database(String name) {
    return name == null
        ? Optional.of(running.database())
        : running.session().engine().database(names(name).get(0));
  }

  private Optional<Subject> object(String text) {
    List<String> name = names(text);
    String schema = name.size() > 1 ? name.get(name.size() - 2) : "dbo";
    return running
        .database()
        .catalog()
        .table(schema, name.get(name.size() - 1))
        .filter(t -> security.sees(running.database(), Securables.of(t), t.schema()))
        .map(
            t ->
                new Subject(
                    Scope.OBJECT,
                    running.database(),
                    Securables.of(t),
                    t.schema(),
                    Optional.of(t)));
  }

  private static List<String> names(String text) {
    return new TokenCursor(Lexer.tokens(text)).qualifiedName();
  }
}
