package dev.mssqlcdc.silver.plan;

/** A table cannot be applied; the message says why, where, and what to do. */
public class SilverException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public SilverException(String message) {
    super(message);
  }

  public SilverException(String message, Throwable cause) {
    super(message, cause);
  }
}
