package dev.mssqlcdc.writer.delta;

/**
 * The version that was to be written is there: read the table anew and decide. It may even be ours,
 * when the store repeated a request that had succeeded; so a file that was to be committed must not
 * be deleted before that is known.
 */
public final class CommitConflictException extends Exception {

  private static final long serialVersionUID = 1L;

  CommitConflictException(String message, Throwable cause) {
    super(message, cause);
  }
}
