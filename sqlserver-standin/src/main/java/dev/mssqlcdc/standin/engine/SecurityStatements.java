package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.sql.SecurityCommand;
import java.sql.SQLException;

/** Runs the statements about logins, users, roles and permissions. */
final class SecurityStatements {
  private final Session session;

  SecurityStatements(Session session) {
    this.session = session;
  }

  void run(SecurityCommand command) throws SQLException {
    if (command instanceof SecurityCommand.ExecuteAs as) {
      executeAs(as);
    } else if (command instanceof SecurityCommand.Revert) {
      session.security().revert();
    } else {
      session.transactions().beforeSchemaChange("a change of principals or permissions");
      change(command);
    }
  }

  private void executeAs(SecurityCommand.ExecuteAs as) {
    if (as.login()) {
      session.security().executeAsLogin(as.name());
    } else {
      session.security().executeAsUser(session.database(), as.name());
    }
  }

  private void change(SecurityCommand command) throws SQLException {
    PrincipalStatements principals = new PrincipalStatements(session);
    LoginStatements logins = new LoginStatements(session);
    if (command instanceof SecurityCommand.Permissions permissions) {
      new PermissionStatements(session).run(permissions);
    } else if (command instanceof SecurityCommand.CreateLogin create) {
      logins.create(create);
    } else if (command instanceof SecurityCommand.AlterLogin alter) {
      logins.alter(alter);
    } else if (command instanceof SecurityCommand.DropLogin drop) {
      logins.drop(drop.name());
    } else if (command instanceof SecurityCommand.CreateUser create) {
      principals.createUser(create);
    } else if (command instanceof SecurityCommand.AlterUser alter) {
      principals.alterUser(alter);
    } else if (command instanceof SecurityCommand.DropUser drop) {
      principals.drop("user", drop.name(), drop.ifExists());
    } else if (command instanceof SecurityCommand.CreateRole create) {
      principals.createRole(create.name());
    } else if (command instanceof SecurityCommand.RenameRole rename) {
      principals.renameRole(rename);
    } else if (command instanceof SecurityCommand.DropRole drop) {
      principals.drop("role", drop.name(), drop.ifExists());
    } else if (command instanceof SecurityCommand.AlterMember member) {
      if (member.server()) {
        logins.alterMember(member.role(), member.member(), member.add());
      } else {
        principals.alterMember(member.role(), member.member(), member.add());
      }
    }
  }
}
