package dev.mssqlcdc.avro;

/** Bytes that are not what their format and schema say; trying again does not help. */
public class UndecodableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UndecodableException(String message) {
    super(message);
  }

  public UndecodableException(String message, Throwable cause) {
    super(message, cause);
  }
}
