package dev.mssqlcdc.standin.security;

/** What kind of securable a permission is about. */
public enum Scope {
  SERVER(100, "SERVER"),
  DATABASE(0, "DATABASE"),
  SCHEMA(3, "SCHEMA"),
  OBJECT(1, "OBJECT_OR_COLUMN");

  private final int permissionClass;
  private final String description;

  Scope(int permissionClass, String description) {
    this.permissionClass = permissionClass;
    this.description = description;
  }

  /** {@code class} of {@code sys.database_permissions}. */
  public int permissionClass() {
    return permissionClass;
  }

  /** {@code class_desc} of {@code sys.database_permissions}. */
  public String description() {
    return description;
  }
}
