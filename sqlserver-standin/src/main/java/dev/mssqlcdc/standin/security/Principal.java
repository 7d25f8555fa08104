package dev.mssqlcdc.standin.security;

/**
 * A user or a role of a database.
 *
 * @param id the principal_id
 * @param loginId the login that the user stands for, 0 without one
 * @param fixed true for what every database has
 */
public record Principal(int id, String name, Kind kind, int loginId, boolean fixed) {
  public static final int PUBLIC = 0;
  public static final int DBO = 1;
  public static final int GUEST = 2;
  public static final int NO_LOGIN = 0;

  /** dbo, guest, INFORMATION_SCHEMA and sys stand up to here. */
  public static final int LAST_SYSTEM_USER = 4;

  /** What a principal is. */
  public enum Kind {
    USER("S", "SQL_USER"),
    ROLE("R", "DATABASE_ROLE");

    private final String code;
    private final String description;

    Kind(String code, String description) {
      this.code = code;
      this.description = description;
    }

    public String code() {
      return code;
    }

    public String description() {
      return description;
    }
  }

  public boolean isRole() {
    return kind == Kind.ROLE;
  }

  Principal named(String newName) {
    return new Principal(id, newName, kind, loginId, fixed);
  }

  Principal of(int newLoginId) {
    return new Principal(id, name, kind, newLoginId, fixed);
  }
}
