package dev.mssqlcdc.writer.core;

/** A record that says nothing that can be used, whatever comes before or after it. */
public final class BadRecordException extends TableStopException {

  private static final long serialVersionUID = 1L;
  private static final int LONGEST_REASON = 1_000;

  private final String schemaId;
  private final String reason;

  /**
   * @param schemaId of its value, or {@code none}
   */
  public BadRecordException(
      String topic, long offset, String schemaId, String reason, Throwable cause) {
    super(
        ("topic %s, partition 0, offset %d, schema id %s: the record cannot be decoded: %s. Nothing"
                + " after it is read until that is mended, or errors.tolerance=dlq moves it to a dead"
                + " letter topic")
            .formatted(topic, offset, schemaId, shortened(reason)),
        cause);
    this.schemaId = schemaId;
    this.reason = shortened(reason);
  }

  public String schemaId() {
    return schemaId;
  }

  public String reason() {
    return reason;
  }

  private static String shortened(String reason) {
    return reason != null && reason.length() > LONGEST_REASON
        ? reason.substring(0, LONGEST_REASON) + "..."
        : String.valueOf(reason);
  }
}
