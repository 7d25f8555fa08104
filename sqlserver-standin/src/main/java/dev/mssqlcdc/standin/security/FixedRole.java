package dev.mssqlcdc.standin.security;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The fixed roles of a database: what each is granted or denied in the whole database. */
enum FixedRole {
  DB_OWNER(16384, Grant.State.GRANT, Permission.CONTROL),
  DB_ACCESSADMIN(16385, Grant.State.GRANT, Permission.ALTER_ANY_USER, Permission.CREATE_SCHEMA),
  DB_SECURITYADMIN(16386, Grant.State.GRANT, Permission.ALTER_ANY_ROLE, Permission.VIEW_DEFINITION),
  DB_DDLADMIN(
      16387,
      Grant.State.GRANT,
      Permission.ALTER_ANY_SCHEMA,
      Permission.CREATE_TABLE,
      Permission.CREATE_VIEW,
      Permission.CREATE_PROCEDURE,
      Permission.CREATE_FUNCTION,
      Permission.CREATE_SCHEMA,
      Permission.REFERENCES),
  DB_BACKUPOPERATOR(16389, Grant.State.GRANT, Permission.BACKUP_DATABASE),
  DB_DATAREADER(16390, Grant.State.GRANT, Permission.SELECT),
  DB_DATAWRITER(16391, Grant.State.GRANT, Permission.INSERT, Permission.UPDATE, Permission.DELETE),
  DB_DENYDATAREADER(16392, Grant.State.DENY, Permission.SELECT),
  DB_DENYDATAWRITER(
      16393, Grant.State.DENY, Permission.INSERT, Permission.UPDATE, Permission.DELETE);

  private final int id;
  private final Grant.State state;

  @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
  private final List<Permission> permissions;

  FixedRole(int id, Grant.State state, Permission... permissions) {
    this.id = id;
    this.state = state;
    this.permissions = List.of(permissions);
  }

  int id() {
    return id;
  }

  Principal principal() {
    return new Principal(
        id, name().toLowerCase(Locale.ROOT), Principal.Kind.ROLE, Principal.NO_LOGIN, true);
  }

  /** What all fixed roles hold; no catalog view lists it. */
  static Grants grants() {
    List<Grant> grants = new ArrayList<>();
    for (FixedRole role : values()) {
      for (Permission permission : role.permissions) {
        grants.add(new Grant(role.state, permission, Securable.database(), role.id));
      }
    }
    return new Grants(grants);
  }

  static List<Principal> principals() {
    return Arrays.stream(values()).map(FixedRole::principal).toList();
  }
}
