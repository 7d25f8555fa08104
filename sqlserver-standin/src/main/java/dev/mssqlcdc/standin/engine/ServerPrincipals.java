package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.security.Grant;
import dev.mssqlcdc.standin.security.Login;
import dev.mssqlcdc.standin.security.ServerSecurity;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** The rows of {@code sys.server_principals} and of the views about them. */
final class ServerPrincipals {
  /** Below this stand sa, public and the fixed roles, which everyone sees. */
  static final int FIRST_LOGIN_ID = 256;

  private static final int PUBLIC_ID = 2;
  private static final int FIRST_ROLE_ID = 3;

  private ServerPrincipals() {}

  static void write(Connection h2, ServerSecurity security) throws SQLException {
    LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
    try (Rows principals = new Rows(h2, "server_principal_rows", 13);
        Rows members = new Rows(h2, "server_role_member_rows", 2)) {
      principals.add(
          "public",
          PUBLIC_ID,
          bytes(PUBLIC_ID),
          "R",
          "SERVER_ROLE",
          false,
          now,
          now,
          null,
          null,
          null,
          1,
          true);
      int id = FIRST_ROLE_ID;
      for (String role : ServerSecurity.ROLES) {
        principals.add(
            role, id, bytes(id), "R", "SERVER_ROLE", false, now, now, null, null, null, 1, true);
        for (Login login : security.logins()) {
          if (login.roles().contains(role)) {
            members.add(id, login.id());
          }
        }
        id++;
      }
      for (Login login : security.logins()) {
        principals.add(
            login.name(),
            login.id(),
            bytes(login.id()),
            "S",
            "SQL_LOGIN",
            login.disabled(),
            now,
            now,
            login.defaultDatabase(),
            "us_english",
            null,
            null,
            false);
      }
    }
    permissions(h2, security);
  }

  private static void permissions(Connection h2, ServerSecurity security) throws SQLException {
    try (Rows rows = new Rows(h2, "server_permission_rows", 10)) {
      for (Grant grant : security.grants()) {
        rows.add(
            grant.on().scope().permissionClass(),
            grant.on().scope().description(),
            0,
            0,
            grant.grantee(),
            ServerSecurity.ADMINISTRATOR_ID,
            grant.permission().code(),
            grant.permission().sqlName(),
            grant.state().code(),
            grant.state().description());
      }
    }
  }

  private static byte[] bytes(int id) {
    return new byte[] {(byte) (id >> 8), (byte) id};
  }
}
