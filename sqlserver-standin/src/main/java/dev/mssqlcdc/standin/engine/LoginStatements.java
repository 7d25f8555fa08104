package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.security.Login;
import dev.mssqlcdc.standin.security.Permission;
import dev.mssqlcdc.standin.security.ServerSecurity;
import dev.mssqlcdc.standin.sql.SecurityCommand;
import java.util.Locale;

/** CREATE, ALTER and DROP LOGIN, and the members of server roles. */
final class LoginStatements {
  private final Session session;
  private final ServerSecurity server;

  LoginStatements(Session session) {
    this.session = session;
    this.server = session.engine().security();
  }

  private boolean mayAlterLogins() {
    return session.security().allowsOnServer(Permission.ALTER_ANY_LOGIN);
  }

  void create(SecurityCommand.CreateLogin create) {
    if (!mayAlterLogins()) {
      throw SqlError.of(15247, "User does not have permission to perform this action.");
    }
    String password =
        create
            .options()
            .password()
            .orElseThrow(() -> SqlError.notSupported("a login without password", create.name()));
    server.create(create.name(), password, create.options().defaultDatabase().orElse("master"));
  }

  void alter(SecurityCommand.AlterLogin alter) {
    Login login = altered("alter", alter.name());
    server.change(
        login,
        before -> {
          Login after = before.disabled(!alter.enabled().orElse(!before.disabled()));
          after = alter.options().password().map(after::withPassword).orElse(after);
          return alter.options().defaultDatabase().map(after::withDefaultDatabase).orElse(after);
        });
  }

  void drop(String name) {
    Login login = altered("drop", name);
    if (session.engine().isLoggedIn(login.id())) {
      throw SqlError.of(
          15434, "Could not drop login '" + name + "' as the user is currently logged in.");
    }
    server.drop(login);
  }

  private Login altered(String action, String name) {
    return server
        .login(name)
        .filter(login -> mayAlterLogins())
        .orElseThrow(() -> unknown(action, "login", name));
  }

  private static SqlError unknown(String action, String kind, String name) {
    return SqlError.of(
        15151,
        "Cannot "
            + action
            + " the "
            + kind
            + " '"
            + name
            + "', because it does not exist or you do not have permission.");
  }

  void alterMember(String role, String member, boolean add) {
    boolean known = ServerSecurity.ROLES.contains(role.toLowerCase(Locale.ROOT));
    if (!known || !session.security().isSysadmin()) {
      throw unknown("alter", "server role", role);
    }
    Login login = server.login(member).orElseThrow(() -> unknown("add", "principal", member));
    server.member(login, role, add);
  }
}
