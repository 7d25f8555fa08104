package dev.mssqlcdc.standin.sql;

import java.util.List;
import java.util.Optional;

/** A statement about logins, users, roles and permissions, as it is written. */
public sealed interface SecurityCommand {
  /** CREATE LOGIN. */
  record CreateLogin(String name, LoginOptions options) implements SecurityCommand {}

  /** ALTER LOGIN; {@code enabled} is what ENABLE or DISABLE asks for. */
  record AlterLogin(String name, LoginOptions options, Optional<Boolean> enabled)
      implements SecurityCommand {}

  /** DROP LOGIN. */
  record DropLogin(String name) implements SecurityCommand {}

  /** CREATE USER; without a login if {@code login} is empty. */
  record CreateUser(String name, Optional<String> login, Optional<String> defaultSchema)
      implements SecurityCommand {}

  /** ALTER USER. */
  record AlterUser(
      String name, Optional<String> newName, Optional<String> login, Optional<String> defaultSchema)
      implements SecurityCommand {}

  /** DROP USER. */
  record DropUser(String name, boolean ifExists) implements SecurityCommand {}

  /** CREATE ROLE. */
  record CreateRole(String name) implements SecurityCommand {}

  /** ALTER ROLE ... WITH NAME. */
  record RenameRole(String name, String newName) implements SecurityCommand {}

  /** DROP ROLE. */
  record DropRole(String name, boolean ifExists) implements SecurityCommand {}

  /** ALTER ROLE and ALTER SERVER ROLE, ADD and DROP MEMBER. */
  record AlterMember(boolean server, String role, String member, boolean add)
      implements SecurityCommand {}

  /** GRANT, DENY and REVOKE. */
  record Permissions(
      Verb verb,
      List<Named> permissions,
      Optional<Target> on,
      List<String> principals,
      boolean grantOption)
      implements SecurityCommand {}

  /** EXECUTE AS USER and EXECUTE AS LOGIN. */
  record ExecuteAs(boolean login, String name) implements SecurityCommand {}

  /** REVERT. */
  record Revert() implements SecurityCommand {}

  /** What a statement about permissions does. */
  enum Verb {
    GRANT,
    DENY,
    REVOKE
  }

  /** A permission and the columns it is limited to, if any. */
  record Named(String permission, List<String> columns) {}

  /**
   * What permissions are about.
   *
   * @param kind OBJECT, SCHEMA, DATABASE or another class, in upper case
   * @param columns columns after the object's name
   */
  record Target(String kind, List<String> name, List<String> columns) {}

  /** The options of a login. */
  record LoginOptions(Optional<String> password, Optional<String> defaultDatabase) {
    /** Without the password. */
    @Override
    public String toString() {
      return "LoginOptions[defaultDatabase=" + defaultDatabase + "]";
    }
  }
}
