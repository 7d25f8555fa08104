package dev.mssqlcdc.writer.tables;

/** Another instance has taken the table over: what was prepared must be thrown away. */
public final class StaleException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StaleException(String message) {
    super(message);
  }
}
