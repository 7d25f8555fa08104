package dev.mssqlcdc.standin.security;

/**
 * A permission that was granted or denied.
 *
 * @param grantee the principal_id of who has it
 */
public record Grant(State state, Permission permission, Securable on, int grantee) {
  /** How a permission stands. */
  public enum State {
    GRANT("G", "GRANT"),
    GRANT_WITH_GRANT_OPTION("W", "GRANT_WITH_GRANT_OPTION"),
    DENY("D", "DENY");

    private final String code;
    private final String description;

    State(String code, String description) {
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

  boolean denies() {
    return state == State.DENY;
  }

  boolean isAbout(Permission other, Securable securable, int principal) {
    return permission == other && on.equals(securable) && grantee == principal;
  }
}
