package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.security.DatabaseSecurity;
import dev.mssqlcdc.standin.security.Grant;
import dev.mssqlcdc.standin.security.Principal;
import dev.mssqlcdc.standin.security.Scope;
import dev.mssqlcdc.standin.security.ServerSecurity;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** Keeps the views about principals and permissions equal to what they show. */
final class SecurityRows {
  private long written = -1;

  /** Writes the rows anew if anything changed since; the caller commits. */
  void refresh(Connection h2, Database database, ServerSecurity server) throws SQLException {
    DatabaseSecurity security = database.security();
    long version = (security.version() * 31 + server.version()) * 31 + database.catalog().version();
    if (version == written) {
      return;
    }
    principals(h2, security);
    memberships(h2, security);
    permissions(h2, database, security);
    ServerPrincipals.write(h2, server);
    written = version;
  }

  private static void principals(Connection h2, DatabaseSecurity security) throws SQLException {
    LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
    try (Rows rows = new Rows(h2, "database_principal_rows", 12)) {
      for (Principal principal : security.principals()) {
        boolean login = principal.loginId() != Principal.NO_LOGIN;
        rows.add(
            principal.name(),
            principal.id(),
            principal.kind().code(),
            principal.kind().description(),
            principal.isRole() ? null : "dbo",
            now,
            now,
            principal.isRole() ? Principal.DBO : null,
            new byte[] {(byte) (principal.id() >> 8), (byte) principal.id()},
            principal.fixed(),
            login ? 1 : 0,
            login ? "INSTANCE" : "NONE");
      }
    }
  }

  private static void memberships(Connection h2, DatabaseSecurity security) throws SQLException {
    try (Rows rows = new Rows(h2, "database_role_member_rows", 2)) {
      for (DatabaseSecurity.Membership membership : security.memberships()) {
        rows.add(membership.role(), membership.member());
      }
    }
  }

  private static void permissions(Connection h2, Database database, DatabaseSecurity security)
      throws SQLException {
    try (Rows rows = new Rows(h2, "database_permission_rows", 10)) {
      for (Grant grant : security.grants()) {
        Optional<Integer> major = majorId(h2, database, grant);
        if (major.isPresent()) {
          rows.add(
              grant.on().scope().permissionClass(),
              grant.on().scope().description(),
              major.get(),
              grant.on().column(),
              grant.grantee(),
              Principal.DBO,
              grant.permission().code(),
              grant.permission().sqlName(),
              grant.state().code(),
              grant.state().description());
        }
      }
    }
  }

  /** Empty for an object that has been dropped, or that has no object_id here. */
  private static Optional<Integer> majorId(Connection h2, Database database, Grant grant)
      throws SQLException {
    Scope scope = grant.on().scope();
    String key = grant.on().key();
    if (scope == Scope.SCHEMA) {
      return schemaId(h2, key);
    }
    if (scope == Scope.OBJECT) {
      boolean table = key.chars().allMatch(Character::isDigit);
      return table
          ? database.catalog().byId(Integer.parseInt(key)).map(TableDef::objectId)
          : Optional.empty();
    }
    return Optional.of(0);
  }

  private static Optional<Integer> schemaId(Connection h2, String name) throws SQLException {
    try (PreparedStatement query =
        h2.prepareStatement("SELECT schema_id FROM sys.schemas WHERE LOWER(name) = ?")) {
      query.setString(1, name);
      try (ResultSet rows = query.executeQuery()) {
        return rows.next() ? Optional.of(rows.getInt(1)) : Optional.empty();
      }
    }
  }
}
