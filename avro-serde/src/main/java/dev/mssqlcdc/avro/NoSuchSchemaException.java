package dev.mssqlcdc.avro;

/** The registry answered, and has no Avro schema with the id; asking again does not help. */
public final class NoSuchSchemaException extends RegistryException {

  private static final long serialVersionUID = 1L;

  NoSuchSchemaException(String message, int status, Throwable cause) {
    super(message, status, cause);
  }
}
