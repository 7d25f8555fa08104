package dev.mssqlcdc.connector.core;

/** The source refused or failed, or what it holds does not allow to go on. */
public class SourceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What to do about a column whose new type the records cannot hold. */
  static final String REMEDY_TYPE =
      "change the column back, or leave it out by column.exclude.list, or remove the connector's offset of this table so that it starts with a new snapshot; then restart the task";

  /** What kind of failure, and so whether another attempt can help. */
  public enum Kind {
    /** The connection is gone or cannot be made; another attempt on a new one may succeed. */
    CONNECTION(true),
    /** This statement failed (deadlock, lock or query timeout); another attempt may succeed. */
    STATEMENT(true),
    /** The source has not captured what was read from it; a replica may catch up. */
    BEHIND(true),
    /** The server's certificate is not trusted. */
    CERTIFICATE(false),
    LOGIN(false),
    DATABASE(false),
    PERMISSION(false),
    MISSING_OBJECT(false),
    /** Changes were purged before they were read. */
    DATA_LOSS(false),
    /** A row is larger than {@code row.max.bytes}. */
    ROW_TOO_LARGE(false),
    /** What the source holds contradicts itself, the stored offset or the table's schema. */
    INCONSISTENT(false),
    OTHER(false);

    private final boolean transientKind;

    Kind(boolean transientKind) {
      this.transientKind = transientKind;
    }
  }

  private final Kind kind;
  private final String remedy;

  public SourceException(Kind kind, String message, String remedy) {
    this(kind, message, remedy, null);
  }

  public SourceException(Kind kind, String message, String remedy, Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.remedy = remedy;
  }

  public Kind kind() {
    return kind;
  }

  /** What to do about it. */
  public String remedy() {
    return remedy;
  }

  /** Whether it concerns every table, not only the one that was being read. */
  public boolean isTaskWide() {
    return switch (kind) {
      case CONNECTION, CERTIFICATE, LOGIN, DATABASE -> true;
      default -> false;
    };
  }

  /** Whether the same statement may succeed later without anyone's doing. */
  public boolean isTransient() {
    return kind.transientKind;
  }
}
