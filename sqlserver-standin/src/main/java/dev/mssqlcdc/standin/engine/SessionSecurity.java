package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.security.DatabaseSecurity;
import dev.mssqlcdc.standin.security.Login;
import dev.mssqlcdc.standin.security.Permission;
import dev.mssqlcdc.standin.security.Principal;
import dev.mssqlcdc.standin.security.Securable;
import dev.mssqlcdc.standin.security.ServerSecurity;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Who a session is, and what it may do. */
final class SessionSecurity {
  private final Engine engine;
  private final Login original;
  private final Deque<Identity> identities = new ArrayDeque<>();
  private Known known;

  /** A login in all its databases, or a user in one of them. */
  private record Identity(int login, Optional<Database> database, Optional<Integer> user) {}

  /** A user as it was found, good until principals or permissions change. */
  private record Known(Database database, long version, Optional<Principal> user) {}

  SessionSecurity(Engine engine, Login login) {
    this.engine = engine;
    this.original = login;
    identities.push(new Identity(login.id(), Optional.empty(), Optional.empty()));
  }

  private ServerSecurity server() {
    return engine.security();
  }

  /** The name that the session logged in with. */
  String originalLogin() {
    return original.name();
  }

  int loginId() {
    return original.id();
  }

  /** The login whose rights count; under EXECUTE AS USER that of the user, if it has one. */
  Optional<Login> login() {
    return server().byId(identities.element().login());
  }

  boolean isSysadmin() {
    return login().map(Login::isSysadmin).orElse(false);
  }

  boolean allowsOnServer(Permission permission) {
    return identities.element().user().isEmpty()
        && login().map(l -> server().allows(l, permission)).orElse(false);
  }

  /** The session's user in a database; empty if it has no access. */
  Optional<Principal> userIn(Database database) {
    long version = server().version() + database.security().version();
    if (known == null || known.database() != database || known.version() != version) {
      known = new Known(database, version, find(database));
    }
    return known.user();
  }

  private Optional<Principal> find(Database database) {
    Identity identity = identities.element();
    DatabaseSecurity security = database.security();
    if (identity.user().isPresent()) {
      return identity.database().equals(Optional.of(database))
          ? security.byId(identity.user().get())
          : Optional.empty();
    }
    boolean administrator = isSysadmin() || allowsOnServer(Permission.CONTROL_SERVER);
    return administrator ? security.byId(Principal.DBO) : security.userOf(identity.login());
  }

  /**
   * The session's user in a database.
   *
   * @throws SqlError 916 if it has no access
   */
  Principal requireUser(Database database) {
    return userIn(database)
        .orElseThrow(
            () ->
                new SqlError(
                    916,
                    14,
                    "The server principal \""
                        + loginName()
                        + "\" is not able to access the database \""
                        + database.name()
                        + "\" under the current security context."));
  }

  private String loginName() {
    return login().map(Login::name).orElse(originalLogin());
  }

  /** True for dbo, which no check concerns. */
  boolean isUnrestricted(Database database) {
    return requireUser(database).id() == Principal.DBO;
  }

  /** True for dbo and the members of db_owner. */
  boolean isOwner(Database database) {
    return database.security().isOwner(requireUser(database));
  }

  boolean allows(Database database, Permission permission, Securable on, String schema) {
    return database.security().allows(requireUser(database), permission, on.chain(schema));
  }

  boolean denies(Database database, Permission permission, Securable on, String schema) {
    return database.security().denies(requireUser(database), permission, on.chain(schema));
  }

  boolean allowsInDatabase(Database database, Permission permission) {
    return allows(database, permission, Securable.database(), "");
  }

  /** True if the session may see that an object exists. */
  boolean sees(Database database, Securable object, String schema) {
    Principal user = requireUser(database);
    return user.id() == Principal.DBO
        || allowsOnServer(Permission.VIEW_ANY_DEFINITION)
        || database.security().sees(user, object, schema);
  }

  /** A stamp of all that permissions in a database depend on. */
  long version(Database database) {
    long versions = server().version() * 31 + database.security().version();
    return (versions * 31 + database.catalog().version()) * 31 + identities.hashCode();
  }

  /** EXECUTE AS USER. */
  void executeAsUser(Database database, String name) {
    Principal user =
        database
            .security()
            .principal(name)
            .filter(p -> !p.isRole())
            .filter(p -> isOwner(database))
            .orElseThrow(() -> cannotImpersonate(15517, "database", name));
    become(new Identity(user.loginId(), Optional.of(database), Optional.of(user.id())));
  }

  /** EXECUTE AS LOGIN. */
  void executeAsLogin(String name) {
    Login login =
        server()
            .login(name)
            .filter(l -> isSysadmin())
            .orElseThrow(() -> cannotImpersonate(15406, "server", name));
    become(new Identity(login.id(), Optional.empty(), Optional.empty()));
  }

  private void become(Identity identity) {
    identities.push(identity);
    known = null;
  }

  private static SqlError cannotImpersonate(int number, String level, String name) {
    return SqlError.of(
        number,
        "Cannot execute as the "
            + level
            + " principal because the principal \""
            + name
            + "\" does not exist, this type of principal cannot be impersonated, or you do not have"
            + " permission.");
  }

  /** REVERT; without an EXECUTE AS it does nothing. */
  void revert() {
    if (identities.size() > 1) {
      identities.pop();
      known = null;
    }
  }

  /** Ends every EXECUTE AS. */
  void reset() {
    while (identities.size() > 1) {
      revert();
    }
  }
}
