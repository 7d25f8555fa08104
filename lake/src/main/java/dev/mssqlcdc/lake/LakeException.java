package dev.mssqlcdc.lake;

/** A table of the lake cannot be used; the message says which, why, and what to do. */
public class LakeException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public LakeException(String message) {
    super(message);
  }

  public LakeException(String message, Throwable cause) {
    super(message, cause);
  }
}
