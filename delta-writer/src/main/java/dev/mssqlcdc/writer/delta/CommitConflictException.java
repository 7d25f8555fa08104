package dev.mssqlcdc.writer.delta;

/** Another process committed the version that was to be written: read the table anew and decide. */
public final class CommitConflictException extends Exception {

  private static final long serialVersionUID = 1L;

  CommitConflictException(String message, Throwable cause) {
    super(message, cause);
  }
}
