package dev.mssqlcdc.standin.model;

/** An error in SQL Server's numbers and words, as the client sees it. */
public final class SqlError extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST_STATEMENT = 1000;

  private final int number;
  private final int severity;
  private final int state;

  public SqlError(int number, int severity, String message) {
    this(number, severity, 1, message);
  }

  public SqlError(int number, int severity, int state, String message) {
    super(message);
    this.number = number;
    this.severity = severity;
    this.state = state;
  }

  /** An error of severity 16, which the user can correct. */
  public static SqlError of(int number, String message) {
    return new SqlError(number, 16, message);
  }

  /** The answer to everything the stand-in does not know: never a guess. */
  public static SqlError notSupported(String what, String statement) {
    String shown =
        statement.length() > LONGEST_STATEMENT
            ? statement.substring(0, LONGEST_STATEMENT) + "..."
            : statement;
    return of(40517, what + " is not supported by the stand-in: " + shown);
  }

  public int number() {
    return number;
  }

  public int severity() {
    return severity;
  }

  public int state() {
    return state;
  }
}
