package dev.mssqlcdc.writer.decode;

/** A record schema is not one that the connector writes; the message says why and what to do. */
final class SchemaRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SchemaRefusedException(String message) {
    super(message);
  }
}
