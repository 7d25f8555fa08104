package dev.mssqlcdc.avro;

/** The schema registry did not answer, or refused; the message carries its own words. */
public class RegistryException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;
  private static final int NO_ANSWER = 0;

  private final int status;

  RegistryException(String message, int status, Throwable cause) {
    super(message, cause);
    this.status = status;
  }

  static RegistryException noAnswer(String message, Throwable cause) {
    return new RegistryException(message, NO_ANSWER, cause);
  }

  /** Whether the same request may succeed later: unreachable, overloaded, restarting. */
  public boolean retriable() {
    return status == NO_ANSWER || status == TOO_MANY_REQUESTS || status >= SERVER_ERROR;
  }

  /** The same with what to do about it, or with how often it was tried. */
  RegistryException saying(String more) {
    return new RegistryException(getMessage() + "; " + more, status, getCause());
  }

  /** HTTP status of the answer; 0 when there was none. */
  int status() {
    return status;
  }
}
