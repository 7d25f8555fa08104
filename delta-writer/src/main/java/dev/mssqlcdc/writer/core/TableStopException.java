package dev.mssqlcdc.writer.core;

/** A table cannot go on; the others do. The message says what happened, where, and what to do. */
public class TableStopException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public TableStopException(String message) {
    super(message);
  }

  public TableStopException(String message, Throwable cause) {
    super(message, cause);
  }
}
