package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.security.DatabaseSecurity;
import dev.mssqlcdc.standin.security.Login;
import dev.mssqlcdc.standin.security.Permission;
import dev.mssqlcdc.standin.security.Principal;
import dev.mssqlcdc.standin.sql.SecurityCommand;
import java.util.Optional;

/** CREATE, ALTER and DROP of users and roles, and the members of roles. */
final class PrincipalStatements {
  private final Session session;
  private final Database database;
  private final DatabaseSecurity security;

  PrincipalStatements(Session session) {
    this.session = session;
    this.database = session.database();
    this.security = database.security();
  }

  private boolean allows(Permission permission) {
    return session.security().allowsInDatabase(database, permission);
  }

  private static SqlError notPermitted() {
    return SqlError.of(15247, "User does not have permission to perform this action.");
  }

  void createUser(SecurityCommand.CreateUser create) {
    if (!allows(Permission.ALTER_ANY_USER)) {
      throw notPermitted();
    }
    refuseSchema(create.defaultSchema());
    int login = create.login().map(this::loginId).orElse(Principal.NO_LOGIN);
    security.create(create.name(), Principal.Kind.USER, login);
  }

  private int loginId(String name) {
    return session
        .engine()
        .security()
        .login(name)
        .map(Login::id)
        .orElseThrow(
            () ->
                SqlError.of(
                    15007, "'" + name + "' is not a valid login or you do not have permission."));
  }

  /** Names without a schema mean dbo here, for every user. */
  private static void refuseSchema(Optional<String> schema) {
    if (schema.filter(name -> !name.equalsIgnoreCase("dbo")).isPresent()) {
      throw SqlError.notSupported(
          "a default schema other than dbo", "DEFAULT_SCHEMA = " + schema.get());
    }
  }

  void alterUser(SecurityCommand.AlterUser alter) {
    Principal user =
        security
            .principal(alter.name())
            .filter(p -> !p.isRole() && allows(Permission.ALTER_ANY_USER))
            .orElseThrow(() -> unknown("alter", "user", alter.name()));
    refuseSchema(alter.defaultSchema());
    alter.login().ifPresent(login -> security.map(user, loginId(login)));
    alter
        .newName()
        .ifPresent(name -> security.rename(security.byId(user.id()).orElseThrow(), name));
  }

  void createRole(String name) {
    if (!allows(Permission.CREATE_ROLE) && !allows(Permission.ALTER_ANY_ROLE)) {
      throw notPermitted();
    }
    security.create(name, Principal.Kind.ROLE, Principal.NO_LOGIN);
  }

  void renameRole(SecurityCommand.RenameRole rename) {
    security.rename(role(rename.name()), rename.newName());
  }

  private Principal role(String name) {
    return security
        .principal(name)
        .filter(Principal::isRole)
        .filter(role -> mayAlter(role))
        .orElseThrow(() -> unknown("alter", "role", name));
  }

  /** The fixed roles belong to db_owner alone. */
  private boolean mayAlter(Principal role) {
    return role.fixed() ? session.security().isOwner(database) : allows(Permission.ALTER_ANY_ROLE);
  }

  void drop(String kind, String name, boolean ifExists) {
    boolean role = kind.equals("role");
    Optional<Principal> found = security.principal(name).filter(p -> p.isRole() == role);
    if (found.isEmpty() && ifExists) {
      return;
    }
    Permission needed = role ? Permission.ALTER_ANY_ROLE : Permission.ALTER_ANY_USER;
    Principal dropped =
        found.filter(p -> allows(needed)).orElseThrow(() -> unknown("drop", kind, name));
    if (dropped.fixed() || dropped.id() <= Principal.GUEST) {
      throw SqlError.of(15150, "Cannot drop the " + kind + " '" + name + "'.");
    }
    security.drop(dropped);
  }

  void alterMember(String roleName, String memberName, boolean add) {
    Principal role = role(roleName);
    if (role.id() == Principal.PUBLIC) {
      throw SqlError.of(15081, "Membership of the public role cannot be changed.");
    }
    Principal member =
        security
            .principal(memberName)
            .orElseThrow(() -> unknown(add ? "add" : "drop", "principal", memberName));
    if (add) {
      security.addMember(role, member);
    } else {
      security.removeMember(role, member);
    }
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
}
