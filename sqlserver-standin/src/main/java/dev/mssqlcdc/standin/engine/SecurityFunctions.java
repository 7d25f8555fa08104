package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.security.Login;
import dev.mssqlcdc.standin.security.Permission;
import dev.mssqlcdc.standin.security.Principal;
import dev.mssqlcdc.standin.security.ServerSecurity;
import java.sql.ResultSet;
import java.sql.Types;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.h2.tools.SimpleResultSet;

/** SQL Server's functions about principals and permissions, as H2 calls them by name. */
public final class SecurityFunctions {
  private SecurityFunctions() {}

  /** The functions by their name in SQL and the methods behind them. */
  static Map<String, String> names() {
    return Map.ofEntries(
        Map.entry("SUSER_SNAME", "loginName"),
        Map.entry("SUSER_NAME", "loginName"),
        Map.entry("ORIGINAL_LOGIN", "originalLogin"),
        Map.entry("USER_NAME", "userName"),
        Map.entry("USER_ID", "principalId"),
        Map.entry("DATABASE_PRINCIPAL_ID", "principalId"),
        Map.entry("HAS_DBACCESS", "hasDatabaseAccess"),
        Map.entry("IS_SRVROLEMEMBER", "isServerRoleMember"),
        Map.entry("IS_ROLEMEMBER", "isRoleMember"),
        Map.entry("IS_MEMBER", "isMember"),
        Map.entry("HAS_PERMS_BY_NAME", "hasPermission"),
        Map.entry("fn_my_permissions", "myPermissions"),
        Map.entry("sys.fn_my_permissions", "myPermissions"),
        Map.entry("sys.sees", "sees"),
        Map.entry("sys.sees_principal", "seesPrincipal"),
        Map.entry("sys.sees_login", "seesLogin"));
  }

  private static RunningStatement running() {
    return RunningStatement.current()
        .orElseThrow(() -> new IllegalStateException("no statement runs on this thread"));
  }

  private static SessionSecurity security() {
    return running().session().security();
  }

  private static Principal user() {
    return security().requireUser(running().database());
  }

  private static Integer flag(boolean value) {
    return value ? 1 : 0;
  }

  public static boolean sees(int objectId) {
    return RunningStatement.current().map(r -> r.sees(objectId)).orElse(true);
  }

  /** Users see themselves, their roles and what every database has; some see all. */
  public static boolean seesPrincipal(int id) {
    Optional<RunningStatement> running = RunningStatement.current();
    if (running.isEmpty()) {
      return true;
    }
    Database database = running.get().database();
    Optional<Principal> principal = database.security().byId(id);
    Permission altering =
        principal.map(Principal::isRole).orElse(false)
            ? Permission.ALTER_ANY_ROLE
            : Permission.ALTER_ANY_USER;
    return id <= Principal.LAST_SYSTEM_USER
        || principal.map(Principal::fixed).orElse(false)
        || database.security().closure(user()).contains(id)
        || security().allowsInDatabase(database, Permission.VIEW_DEFINITION)
        || security().allowsInDatabase(database, altering);
  }

  /** Logins see themselves and sa; who may alter logins or view definitions sees all. */
  public static boolean seesLogin(int id) {
    Optional<RunningStatement> running = RunningStatement.current();
    return running.isEmpty()
        || id < ServerPrincipals.FIRST_LOGIN_ID
        || security().login().map(l -> l.id() == id).orElse(false)
        || security().allowsOnServer(Permission.VIEW_ANY_DEFINITION)
        || security().allowsOnServer(Permission.ALTER_ANY_LOGIN);
  }

  public static String loginName() {
    return security().login().map(Login::name).orElse(null);
  }

  public static String originalLogin() {
    return security().originalLogin();
  }

  public static String userName() {
    return user().name();
  }

  public static String userName(Integer id) {
    return id == null
        ? null
        : running().database().security().byId(id).map(Principal::name).orElse(null);
  }

  public static Integer principalId() {
    return user().id();
  }

  public static Integer principalId(String name) {
    return name == null
        ? null
        : running().database().security().principal(name).map(Principal::id).orElse(null);
  }

  /** NULL for a database that does not exist. */
  public static Integer hasDatabaseAccess(String name) {
    return name == null
        ? null
        : running()
            .session()
            .engine()
            .database(name)
            .map(database -> flag(security().userIn(database).isPresent()))
            .orElse(null);
  }

  public static Integer isServerRoleMember(String role) {
    return serverMember(role, security().login());
  }

  public static Integer isServerRoleMember(String role, String login) {
    return serverMember(role, running().session().engine().security().login(login));
  }

  private static Integer serverMember(String role, Optional<Login> login) {
    String name = role.toLowerCase(Locale.ROOT);
    boolean known = name.equals("public") || ServerSecurity.ROLES.contains(name);
    return known && login.isPresent()
        ? flag(name.equals("public") || login.get().roles().contains(name))
        : null;
  }

  public static Integer isMember(String role) {
    return member(role, Optional.of(user()));
  }

  public static Integer isRoleMember(String role) {
    return isMember(role);
  }

  public static Integer isRoleMember(String role, String principal) {
    return member(role, running().database().security().principal(principal));
  }

  /** NULL for what is no role. */
  private static Integer member(String roleName, Optional<Principal> principal) {
    var security = running().database().security();
    Optional<Principal> role = security.principal(roleName).filter(Principal::isRole);
    if (role.isEmpty() || principal.isEmpty()) {
      return null;
    }
    boolean owner = principal.get().id() == Principal.DBO && roleName.equalsIgnoreCase("db_owner");
    return flag(owner || security.isMember(principal.get(), role.get()));
  }

  public static Integer hasPermission(String securable, String kind, String permission) {
    return new PermissionQueries(running()).has(securable, kind, permission, null);
  }

  public static Integer hasPermission(
      String securable, String kind, String permission, String column, String columnKind) {
    return new PermissionQueries(running()).has(securable, kind, permission, column);
  }

  /** One row per permission that the session holds, for an object also per column. */
  public static ResultSet myPermissions(String securable, String kind) {
    SimpleResultSet rows = new SimpleResultSet();
    for (String name : List.of("entity_name", "subentity_name", "permission_name")) {
      rows.addColumn(name, Types.VARCHAR, 128, 0);
    }
    // H2 asks for the columns alone when it prepares a statement
    RunningStatement.current()
        .ifPresent(
            running ->
                new PermissionQueries(running)
                    .held(securable, kind)
                    .forEach(row -> rows.addRow((Object[]) row)));
    return rows;
  }
}
