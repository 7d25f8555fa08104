package dev.mssqlcdc.avro;

/** The schema registry did not answer, or refused; the message carries its own words. */
public class RegistryException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean retriable;

  RegistryException(String message, boolean retriable, Throwable cause) {
    super(message, cause);
    this.retriable = retriable;
  }

  /** Whether the same request may succeed later: unreachable, overloaded, restarting. */
  public boolean retriable() {
    return retriable;
  }
}
