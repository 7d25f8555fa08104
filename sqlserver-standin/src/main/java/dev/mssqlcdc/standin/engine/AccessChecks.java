package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.cdc.CaptureInstance;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.security.Permission;
import dev.mssqlcdc.standin.security.Scope;
import dev.mssqlcdc.standin.security.Securable;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Refuses statements over objects that a session has no permission on. */
final class AccessChecks {
  private static final int REMEMBERED = 256;

  private final SessionSecurity security;
  private final Set<String> passed = new HashSet<>();
  private long version;

  AccessChecks(SessionSecurity security) {
    this.security = security;
  }

  /**
   * Checks a statement before it runs.
   *
   * @param sql H2 text
   * @throws SqlError 229 or 230 for the first permission that is missing
   */
  void check(DatabaseSession session, String sql) throws SQLException {
    Database database = session.database();
    if (security.isUnrestricted(database)) {
      return;
    }
    long now = security.version(database) * 31 + database.id();
    if (now != version || passed.size() > REMEMBERED) {
      passed.clear();
      version = now;
    }
    if (!passed.contains(sql)) {
      for (Access access : StatementAccess.of(session.h2(), sql)) {
        check(database, access);
      }
      passed.add(sql);
    }
  }

  private void check(Database database, Access access) {
    if (!access.permission().appliesTo(Scope.OBJECT)) {
      checkState(database, access.permission());
      return;
    }
    String schema = access.schema();
    String function = StatementAccess.FUNCTION_ALIAS;
    if (schema.equalsIgnoreCase("cdc") && access.object().startsWith(function)) {
      checkFunction(database, access.object());
      return;
    }
    Optional<TableDef> table = database.catalog().table(schema, access.object());
    Securable object = Securables.object(database, schema, access.object());
    Permission permission = access.permission();
    List<Integer> columns =
        access.columns().stream().sorted().map(i -> columnId(table, i)).toList();
    boolean somewhere =
        security.allows(database, permission, object, schema)
            || allColumns(table).stream()
                .anyMatch(c -> security.allows(database, permission, object.column(c), schema));
    if (!somewhere) {
      throw denied(database, access);
    }
    for (int column : columns) {
      if (!security.allows(database, permission, object.column(column), schema)) {
        throw denied(database, access, table.flatMap(t -> columnName(t, column)).orElse(""));
      }
    }
  }

  private void checkState(Database database, Permission permission) {
    if (security.allowsOnServer(Permission.VIEW_SERVER_STATE)) {
      return;
    }
    if (permission == Permission.VIEW_SERVER_STATE) {
      throw new SqlError(
          300,
          14,
          "VIEW SERVER STATE permission was denied on object 'server', database 'master'.");
    }
    if (!security.allowsInDatabase(database, permission)) {
      throw new SqlError(
          262,
          14,
          permission.sqlName() + " permission denied in database '" + database.name() + "'.");
    }
  }

  /** H2 counts columns by place, SQL Server never uses a column_id again. */
  private static int columnId(Optional<TableDef> table, int place) {
    return table
        .filter(t -> place <= t.columns().size())
        .map(t -> t.columns().get(place - 1).id())
        .orElse(place);
  }

  private static List<Integer> allColumns(Optional<TableDef> table) {
    return table.map(t -> t.columns().stream().map(c -> c.id()).toList()).orElse(List.of());
  }

  private static Optional<String> columnName(TableDef table, int id) {
    return table.columns().stream().filter(c -> c.id() == id).map(c -> c.name()).findFirst();
  }

  void checkFunction(Database database, String function) {
    String name = function.replaceFirst("^fn_cdc_get_(all|net)_changes_", "");
    Optional<CaptureInstance> instance = database.cdc().instance(name);
    Securable object = Securables.object(database, "cdc", function);
    if (instance.isEmpty()
        || !mayRead(database, instance.get())
        || security.denies(database, Permission.SELECT, object, "cdc")) {
      throw denied(database, new Access(Permission.SELECT, "cdc", function, Set.of()));
    }
  }

  /**
   * True if the session may read an instance's changes: dbo and db_owner may, others need SELECT on
   * all captured columns and membership in the gating role, if there is one.
   */
  boolean mayRead(Database database, CaptureInstance instance) {
    if (security.isOwner(database)) {
      return true;
    }
    Optional<TableDef> source = database.catalog().byId(instance.source().objectId());
    boolean gated =
        instance
            .role()
            .map(
                role ->
                    database
                        .security()
                        .principal(role)
                        .map(p -> database.security().isMember(security.requireUser(database), p))
                        .orElse(false))
            .orElse(true);
    return gated && source.map(table -> readsAll(database, table, instance)).orElse(false);
  }

  private boolean readsAll(Database database, TableDef table, CaptureInstance instance) {
    Securable object = Securables.of(table);
    // a column that was dropped since is no column of the source any more
    return instance.captured().stream()
        .filter(c -> table.indexOf(c.id()) >= 0)
        .allMatch(
            c ->
                security.allows(
                    database, Permission.SELECT, object.column(c.id()), table.schema()));
  }

  private static SqlError denied(Database database, Access access) {
    return new SqlError(
        229,
        14,
        "The "
            + access.permission().sqlName()
            + " permission was denied on the object '"
            + access.object()
            + "', database '"
            + database.name()
            + "', schema '"
            + access.schema()
            + "'.");
  }

  private static SqlError denied(Database database, Access access, String column) {
    return new SqlError(
        230,
        14,
        "The "
            + access.permission().sqlName()
            + " permission was denied on the column '"
            + column
            + "' of the object '"
            + access.object()
            + "', database '"
            + database.name()
            + "', schema '"
            + access.schema()
            + "'.");
  }
}
