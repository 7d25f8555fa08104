package dev.mssqlcdc.standin.security;

import java.util.Set;

/**
 * A login of the server.
 *
 * @param id the principal_id
 * @param roles the fixed server roles it is in, in lower case
 */
public record Login(
    int id,
    String name,
    String password,
    String defaultDatabase,
    boolean disabled,
    Set<String> roles) {
  static final String SYSADMIN = "sysadmin";

  public Login {
    roles = Set.copyOf(roles);
  }

  public boolean isSysadmin() {
    return roles.contains(SYSADMIN);
  }

  public Login withPassword(String newPassword) {
    return new Login(id, name, newPassword, defaultDatabase, disabled, roles);
  }

  public Login withDefaultDatabase(String database) {
    return new Login(id, name, password, database, disabled, roles);
  }

  public Login disabled(boolean off) {
    return new Login(id, name, password, defaultDatabase, off, roles);
  }

  Login withRoles(Set<String> newRoles) {
    return new Login(id, name, password, defaultDatabase, disabled, newRoles);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "Login[id=" + id + ", name=" + name + ", disabled=" + disabled + "]";
  }
}
